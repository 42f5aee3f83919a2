import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryPostgres } from '#test/stores/temporary-postgres.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { foldText } from '../fold-text.ts';
import { STORE_VARIABLE } from '../place.ts';
import { connectionsTo } from './connections.ts';
import { prepareDatabase } from './open-database.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

const postgres = temporaryPostgres();

test('a letter from before punctuation was folded is found like a new one', async () => {
  const database = await postgres.database();
  const url = postgres.server.url(database);
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  cpSync(join(MIGRATIONS, '0001-letters.sql'), join(folder, '0001-letters.sql'));
  const connections = connectionsTo(url, 5000, 'letters');
  const place = { name: 'the database', addressedAs: STORE_VARIABLE };
  await prepareDatabase(connections, place, 'make', folder);
  connections.close();
  const signs = String.raw`don’t ‘a’ ‚b‛ “c” „d‟ 5′ k‐l‑m‒n–o—p―q−r \n \t ʻ ʽ ʾ ʿ צ׳ ד״ר`;
  const spaces = 'a\u00a0b \u1680 c\u2003d\u2028e\u2029f\r\n\tg  h\u3000i\v\fj';
  const unseen =
    'soft\u00adness \u200bz\u200cw\u200dn \u2067rtl\u2069 \u202ax\u202c \u2060y\ufeff \u200f \u061c رســالة';
  const words = `${signs} ${spaces} ${unseen}\u0001İ é ʼn ς ŁŐDŹ æœßøđðħı`;
  // As earlier versions did it.
  const folded = words.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ς', 'σ');
  const insert = `INSERT INTO letters (id, position, title, signature, hidden, version, content, folded)
    VALUES ('one', 'somewhere', 'T', 'S', false, 1, 'C', E'${escaped(folded)}')`;
  await postgres.server.query(insert, database);
  await postgres.open(url);
  const rows = await postgres.server.query('SELECT folded FROM letters', database);
  expect(rows).toEqual([{ folded: foldText(words) }]);
});

/** As it is written in a query. */
function escaped(text: string): string {
  return text.replace(/[^ -&(-[\]-~]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

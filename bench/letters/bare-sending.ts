import { join } from 'node:path';
import { bareAnswer, type Message } from '../requests/bare-answer.ts';
import { serveParent } from '../requests/serve-parent.ts';
import { openBareDatabase } from './bare-database.ts';

/**
 * A child process that does the least that a server can do with a letter: it reads a request, and gives a
 * fixed answer, which its parent has told it. At `/insert` it first inserts the content, as the bare script
 * does.
 */

const [folder = '.'] = process.argv.slice(2);
const database = openBareDatabase(join(folder, 'bare-sending.db'));

serveParent((message: Message) => {
  const answer = bareAnswer(message);
  return (incoming, outgoing) => {
    let sent = '';
    incoming.setEncoding('utf8').on('data', (text) => {
      sent += text;
    });
    incoming.once('end', () => {
      if (incoming.url === '/insert') database.insert(JSON.parse(sent).content);
      answer(outgoing);
    });
  };
});

/** The owner's commands: `npm run letters -- COMMAND`. */
import { existsSync } from 'node:fs';
import { closestName } from '#core/closest-name.ts';
import { OwnerFacingError } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { readConfig, readEnvironment, wasTakenByNpm } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import type { Command, CommandContext } from './command.ts';
import { copy } from './copy/copy.ts';
import { doctor } from './doctor/doctor.ts';
import { helpAll, helpOn, wrongUse } from './help.ts';
import { exportLetters } from './import-export/export-letters.ts';
import { importLetters } from './import-export/import-letters.ts';
import { changePasswords } from './password.ts';
import { INTERRUPTED_STATUS, Interrupted } from './terminal/interruption.ts';
import { progressOn } from './terminal/progress.ts';
import { explaining, nothingChanged } from './terminal/store-trouble.ts';

const COMMANDS = new Map<string, Command>([
  ['password', changePasswords],
  ['import', importLetters],
  ['export', exportLetters],
  ['backup', backUp],
  ['restore', restore],
  ['copy', copy],
  ['doctor', doctor],
]);

const WRONG_USAGE = 2;
const HELP = ['--help', '-h', 'help'];
const isHelp = (word: string) => word === '--help' || word === '-h';

process.exitCode = await main(process.argv.slice(2));

async function main([name = '--help', ...args]: string[]): Promise<number> {
  const asked = HELP.includes(name) ? args[0] : args.some(isHelp) ? name : undefined;
  const explained = asked === undefined ? undefined : COMMANDS.get(asked);
  if (asked !== undefined && explained) {
    console.log(helpOn(asked, explained));
    return 0;
  }
  if (HELP.includes(name)) {
    console.log(helpAll(COMMANDS));
    return 0;
  }
  const command = COMMANDS.get(name);
  if (!command) {
    const meant = closestName(name, [...COMMANDS.keys()]);
    const hint = meant === null ? '' : ` Did you mean "${meant}"?`;
    console.error(`There is no command "${name}".${hint}\n\n${helpAll(COMMANDS)}`);
    return WRONG_USAGE;
  }
  const read = readArguments(command.parameters, args, wasTakenByNpm);
  if (!read.ok) {
    console.error(wrongUse(name, command, read.fault));
    return WRONG_USAGE;
  }
  return run(command, read.args);
}

async function run(command: Command, args: Arguments): Promise<number> {
  const stores: Store[] = [];
  const progress = progressOn(process.stderr, Date.now);
  const context: CommandContext = {
    progress,
    async openStore({ address, ...options } = {}) {
      // Read even when the address is given: `.env` may set variables of the database's driver.
      const environment = readEnvironment();
      const place = address ?? readConfig(environment).store;
      const isNew = !address && place.engine === 'sqlite' && !existsSync(place.path);
      const store = await openStore(place, options);
      stores.push(store);
      // Said because it may not be the site's database, as after a mistake in the configuration.
      if (isNew) console.log(`There was no database ${place.path}, so one was made.`);
      return store;
    },
  };
  try {
    return await explaining(nothingChanged, () => command.run(args, context));
  } catch (error) {
    if (!(error instanceof OwnerFacingError)) throw error;
    progress.clear();
    console.error(error.message);
    return error instanceof Interrupted ? INTERRUPTED_STATUS : 1;
  } finally {
    progress.clear();
    await Promise.all(stores.map((store) => store.close()));
  }
}

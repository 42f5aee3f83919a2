/** The owner's commands: `npm run letters -- COMMAND`. */
import { OwnerFacingError, StoreUnavailable } from '#core/errors.ts';
import type { Store } from '#core/store.ts';
import { readConfig } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import type { Command } from './command.ts';
import { exportLetters } from './export-letters.ts';
import { importLetters } from './import-letters.ts';
import { changePasswords } from './password.ts';

const COMMANDS = new Map<string, Command>([
  ['password', changePasswords],
  ['import', importLetters],
  ['export', exportLetters],
]);

const WRONG_USAGE = 2;

process.exitCode = await main(process.argv.slice(2));

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(name)) {
    console.log(help());
    return 0;
  }
  const command = COMMANDS.get(name);
  if (!command) {
    console.error(`There is no command "${name}".\n\n${help()}`);
    return WRONG_USAGE;
  }
  if (!command.accepts(args)) {
    console.error(`Usage: npm run letters -- ${usage(name, command)}`);
    return WRONG_USAGE;
  }
  return run(command, args);
}

async function run(command: Command, args: string[]): Promise<number> {
  let store: Store | undefined;
  try {
    const config = readConfig();
    const openOwnStore = async () => {
      store ??= await openStore(config.store);
      return store;
    };
    return await command.run(args, { config, openStore: openOwnStore });
  } catch (error) {
    if (error instanceof OwnerFacingError) console.error(error.message);
    else if (error instanceof StoreUnavailable) {
      const { message } = error.cause as Error;
      console.error(`The database could not do this, and nothing was changed: ${message}.`);
    } else throw error;
    return 1;
  } finally {
    await store?.close();
  }
}

function help(): string {
  const lines = [...COMMANDS].map(
    ([name, command]) => `  ${usage(name, command).padEnd(24)}${command.summary}`,
  );
  return ['Usage: npm run letters -- COMMAND', '', ...lines].join('\n');
}

function usage(name: string, { parameters }: Command): string {
  return `${name} ${parameters}`.trim();
}

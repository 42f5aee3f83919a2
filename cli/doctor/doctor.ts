import type { Command, CommandContext } from '../command.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkFile } from './check-file.ts';
import { checkStore } from './check-store.ts';
import { type Finding, note } from './finding.ts';

const MARK_WIDTH = 6;

/** Says what is wrong with the configuration and the letters, or with a file of them. Changes nothing. */
export const doctor: Command = {
  parameters: '[FILE]',
  summary: 'say what is wrong with the site, or with a backup',
  example: '',
  more: [
    'It looks at the configuration, the database, the passwords and every letter, and changes nothing. Lines that begin with WRONG say what to put right, and how; notes are only worth knowing.',
    'With FILE it looks at a backup or an export instead, and says whether it is whole.',
  ],
  async run({ names: [path] }, context) {
    const findings =
      path === undefined ? await checkSite(context) : await checkFile(path, context.progress);
    for (const { mark, words } of findings) console.log(`${mark.padEnd(MARK_WIDTH)}${words}`);
    const wrong = findings.filter(({ mark }) => mark === 'WRONG').length;
    console.log(`\n${verdict(wrong)}`);
    return wrong > 0 ? 1 : 0;
  },
};

async function checkSite(context: CommandContext): Promise<Finding[]> {
  const { findings, config } = await checkConfiguration();
  return config === null
    ? [...findings, note('The letters were not looked at: put the configuration right first.')]
    : [...findings, ...(await checkStore(config, context))];
}

function verdict(wrong: number): string {
  if (wrong === 0) return 'Nothing is wrong.';
  return wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`;
}

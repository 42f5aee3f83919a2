import type { Credentials } from '../../access/credentials.ts';
import type { Config } from '../../config.ts';
import { type Finding, note } from './finding.ts';

/** Finds passwords in the configuration that open nothing. Rejects with `StoreUnavailable`. */
export async function checkGivenPasswords(
  credentials: Credentials,
  { mainPassword, alternativePassword }: Pick<Config, 'mainPassword' | 'alternativePassword'>,
): Promise<Finding[]> {
  // Verifying a plain password would replace it by its hash.
  if ((await credentials.state()).plain > 0) return [];
  const given = { MAIN_PASSWORD: mainPassword, ALTERNATIVE_PASSWORD: alternativePassword };
  const findings: Finding[] = [];
  for (const [name, password] of Object.entries(given)) {
    if (password === null || (await credentials.verify(password)) === 'right') continue;
    findings.push(
      note(
        `${name} opens nothing: it is taken only while there are no passwords, and there are. ` +
          '`npm run letters -- password` changes them.',
      ),
    );
  }
  return findings;
}

import type { Credentials, Passwords } from './credentials.ts';

/**
 * Finds configured passwords that open nothing. Rejects with `StoreUnavailable`.
 * @returns a sentence for the owner about each
 */
export async function unusedPasswords(
  credentials: Credentials,
  { mainPassword, alternativePassword }: { [Name in keyof Passwords]: string | null },
): Promise<string[]> {
  // Verifying a plain password would replace it by its hash.
  if ((await credentials.state()).plain > 0) return [];
  const given = { MAIN_PASSWORD: mainPassword, ALTERNATIVE_PASSWORD: alternativePassword };
  const sentences: string[] = [];
  for (const [name, password] of Object.entries(given)) {
    if (password === null || (await credentials.verify(password)) === 'right') continue;
    sentences.push(
      `${name} opens nothing: it is used only while there are no passwords yet. ` +
        '`npm run letters -- password` changes the passwords.',
    );
  }
  return sentences;
}

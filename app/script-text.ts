const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * JSON that can stand in a script: nothing in it ends the script or begins a comment of HTML, and no
 * line ends where JSON has none. It says the same to whoever reads it as JSON.
 */
export function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Escapes JSON for a script element: nothing in it ends the script, begins an HTML comment or breaks a line.
 * It is still the same JSON.
 */
export function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The language that an owner writes letters in. */
export interface LetterLanguage {
  /** A BCP 47 tag, like `pt-BR`. */
  tag: string;
  /** The scripts that it is written in, by their short names in Unicode. */
  scripts: string[];
}

/** The Unicode scripts of a writing system that mixes several, or that Unicode does not tell from others. */
const SCRIPTS: Record<string, string[]> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hani', 'Hang'],
};

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * @param text a language tag as people write it, like `es` or `pt_br`
 * @returns null when it names no language with a script that is known
 */
export function readLetterLanguage(text: string): LetterLanguage | null {
  try {
    const locale = new Intl.Locale(text.trim().replaceAll('_', '-'));
    const { script = '' } = locale.maximize();
    const scripts = SCRIPTS[script] ?? [script];
    for (const name of scripts) new RegExp(`\\p{Script=${name}}`, 'u');
    return names.of(locale.baseName) === undefined ? null : { tag: locale.baseName, scripts };
  } catch {
    // It is no tag, or the script is unknown.
    return null;
  }
}

const HEAD = `# Results

Written by \`npm run bench\`; [README.md](README.md) explains each row. Do not compare figures of rows that
were measured on different machines.
`;

/**
 * The results as one text, with a section for each row that says what it was measured on. Measuring a row
 * again replaces its section.
 * @param kept the text so far, empty when there is none
 * @param measured sections by row
 * @param order the names of all rows; sections of others are dropped
 */
export function mergeResults(kept: string, measured: Map<string, string>, order: string[]): string {
  const sections = new Map(sectionsOf(kept));
  for (const [name, section] of measured) sections.set(name, section);
  const known = order.flatMap((name) => sections.get(name) ?? []);
  return [HEAD, ...known].join('\n');
}

function sectionsOf(text: string): [string, string][] {
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => [/^## (.+)/.exec(section)?.[1] ?? '', `${section.trimEnd()}\n`]);
}

/**
 * The results as one text: what they were measured on, then a section for each row. A row that is
 * measured again replaces its section; those of another machine are dropped, for they say nothing of
 * this one.
 * @param kept the text so far, empty when there is none
 * @param measured sections by row
 * @param order the names of all rows
 */
export function mergeResults(
  kept: string,
  machine: string,
  measured: Map<string, string>,
  order: string[],
): string {
  const head = `# Results\n\nWritten by \`npm run bench\`; what each row means stands in [README.md](README.md).\n\n${machine}\n`;
  const sections = new Map(kept.startsWith(head) ? sectionsOf(kept) : []);
  for (const [name, section] of measured) sections.set(name, section);
  const known = order.flatMap((name) => sections.get(name) ?? []);
  return [head, ...known].join('\n');
}

function sectionsOf(text: string): [string, string][] {
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => [/^## (.+)/.exec(section)?.[1] ?? '', `${section.trimEnd()}\n`]);
}

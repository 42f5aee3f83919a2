import { median } from '../test/quantile.ts';
import { type Figure, holds, type Measured, type Row } from './row.ts';

/** Writes a row's figures as Markdown. @param where the day, the code that was measured, and on what; ends with a full stop */
export function section(
  { name, claim }: Row,
  { figures, remarks = [] }: Measured,
  where: string,
): string {
  const lines = [
    `## ${name}`,
    claim,
    table(
      ['', 'Median', 'Spread', 'Must be', ''],
      figures.map((figure) => [
        figure.what,
        amount(median(figure.values), figure.unit),
        spread(figure),
        demand(figure),
        verdict(figure),
      ]),
    ),
    remarks.map((remark) => `- ${remark}`).join('\n'),
    `Measured ${where}`,
  ];
  return `${lines.filter(Boolean).join('\n\n')}\n`;
}

/** Rows as a Markdown table; numbers stand at the right. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = (rows[0] ?? head).map((cell) => (typeof cell === 'number' ? '--:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function verdict(figure: Figure): string {
  const reached = holds(figure);
  if (reached === null) return '';
  return reached ? 'holds' : '**falls short**';
}

function demand({ must, unit }: Figure): string {
  if (!must) return '';
  return 'atMost' in must ? `≤ ${amount(must.atMost, unit)}` : `≥ ${amount(must.atLeast, unit)}`;
}

function spread({ values, unit }: Figure): string {
  if (values.length < 2) return '';
  return `${amount(Math.min(...values), unit)} to ${amount(Math.max(...values), unit)}`;
}

/** Three significant digits: a noisy machine justifies no more. */
function amount(value: number, unit: Figure['unit']): string {
  const digits = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  const written = digits.toLocaleString('en-US', { maximumSignificantDigits: 15 });
  return unit === '' ? written : `${written} ${unit}`;
}

import type { RawAnswer } from './raw-exchange.ts';

/** What every answer carries, each once. */
const ALWAYS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

/** What is wrong with an answer, whatever was asked. */
export function answerFaults({ status, headers, body }: RawAnswer): string[] {
  if (status === 0) return [`what came back is no answer: ${JSON.stringify(body.slice(0, 80))}`];
  const values = (wanted: string) => headers.filter(([name]) => name === wanted);
  const faults: string[] = [];
  if (status >= 500) faults.push(`was answered with ${status}`);
  for (const name of ALWAYS) {
    const { length } = values(name);
    if (length !== 1) faults.push(`had ${length} times ${name}`);
  }
  const type = values('content-type')[0]?.[1] ?? '';
  if (status >= 400 && !isOurs(status, type, body)) {
    faults.push(`${status} came as ${type || 'nothing'} of ${body.length} bytes`);
  }
  return faults;
}

/** An error is a problem, or the page that says so; to HEAD it is the headers of one of them. */
function isOurs(status: number, type: string, body: string): boolean {
  if (type.startsWith('text/html')) return body === '' || body.includes('Link not found!');
  if (type !== 'application/problem+json') return false;
  if (body === '') return true;
  const problem = JSON.parse(body) as { status?: unknown; code?: unknown; title?: unknown };
  return (
    problem.status === status &&
    typeof problem.code === 'string' &&
    typeof problem.title === 'string'
  );
}

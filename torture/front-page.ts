import { Agent, get } from 'node:http';
import { quantile } from '../test/quantile.ts';

/** Milliseconds between two visits of each kind. */
const PACE_MS = 100;
/** Milliseconds after which a reader gives up. */
const TIMEOUT_MS = 30_000;

/** What readers saw who asked for the front page again and again. */
interface Visits {
  count: number;
  /** Milliseconds, the 99th of 100. */
  fresh: number;
  kept: number;
  failures: string[];
}

/** Readers who ask for the front page, each time on a connection of its own or on one that is kept. */
interface FrontPageReaders extends AsyncDisposable {
  stop(): Promise<Visits>;
}

export function visitFrontPage(port: number): FrontPageReaders {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const times = { fresh: [] as number[], kept: [] as number[] };
  const failures: string[] = [];
  const visits = new Set<Promise<void>>();
  const visit = (way: keyof typeof times) => {
    const visiting = timeOf(port, way === 'kept' ? agent : false)
      .then((time) => void times[way].push(time))
      .catch((error) => void failures.push(`${way}: ${error}`))
      .finally(() => visits.delete(visiting));
    visits.add(visiting);
  };
  const timer = setInterval(() => {
    visit('fresh');
    visit('kept');
  }, PACE_MS);
  async function stop(): Promise<Visits> {
    clearInterval(timer);
    await Promise.all(visits);
    agent.destroy();
    return {
      count: times.fresh.length + times.kept.length,
      fresh: quantile(times.fresh, 0.99),
      kept: quantile(times.kept, 0.99),
      failures,
    };
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

function timeOf(port: number, agent: Agent | false): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, timeout: TIMEOUT_MS };
    const request = get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It answered ${response.statusCode}.`));
      response.resume().once('end', () => resolve(performance.now() - began));
      response.once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error('It did not answer.')));
    request.once('error', reject);
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALTERNATIVE_PASSWORD, createOwner, MAIN_PASSWORD } from '../test/owner.ts';
import { startSiteProcess } from '../test/site-process.ts';
import { printTable } from './summary.ts';

const CONNECTIONS = 64;
/** Milliseconds. */
const DURATION = 5000;
const LETTERS = 24;

/**
 * How many kept pages one instance hands out in a second, at least: the client shares the machine
 * and is the slower of the two.
 */
export async function benchWarmPages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'letters-pages-'));
  const passwords = { MAIN_PASSWORD, ALTERNATIVE_PASSWORD };
  const site = await startSiteProcess({ ...passwords, DATABASE_URL: 'sqlite:letters.db' }, folder);
  try {
    const owner = createOwner(site.address);
    const { id } = await owner.send({ title: 'Letter 0' });
    for (let count = 1; count < LETTERS; count += 1) await owner.send({ title: `Letter ${count}` });
    const rows = [];
    for (const path of ['/', `/letter/${id}`, '/api/letters']) {
      const bytes = await ask(site.address + path);
      rows.push([
        path.replace(id, 'ID'),
        bytes,
        Math.round(await requestsPerSecond(site.address + path)),
      ]);
    }
    printTable(['Page', 'Bytes with brotli and headers', 'Requests a second, at least'], rows);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true });
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + DURATION;
  let answered = 0;
  async function keepAsking(): Promise<void> {
    while (performance.now() < end) {
      await ask(url, agent);
      answered += 1;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  agent.destroy();
  return (answered * 1000) / DURATION;
}

/** @returns the bytes that came over the connection, which with an agent has carried others before */
function ask(url: string, agent: Agent | false = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'Accept-Encoding': 'br' }, agent }, (response) => {
      const { socket, statusCode } = response;
      if (statusCode !== 200) reject(new Error(`${url}: ${statusCode}`));
      response.resume().once('end', () => resolve(socket.bytesRead));
    });
    request.once('error', reject);
  });
}

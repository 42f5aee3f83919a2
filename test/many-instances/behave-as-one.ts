import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LetterJson } from '#core/letter.ts';
import { type LiveReader, openLiveReader } from '../clients/live-reader.ts';
import { createOwner } from '../clients/owner.ts';
import type { Environment } from '../site/site-process.ts';
import { type Cluster, startCluster } from './cluster.ts';

interface Fleet {
  name: string;
  instances: number;
  /** Makes an empty store that the instances share. */
  prepare(): Promise<Environment>;
}

const PORTAL = '/api/portal/letters';
/** How many letters are sent at least while something else happens. */
const BUSY = 40;

/** How several instances must behave like one site. */
export function describeManyInstances({ name, instances, prepare }: Fleet): void {
  describe(`${instances} instances on ${name}, behind nginx`, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(instances, await prepare());
    });
    afterAll(() => cluster?.stop());

    /** @param at an instance; nginx without it */
    async function reader(at = cluster.url): Promise<LiveReader> {
      const opened = openLiveReader(at);
      onTestFinished(() => opened.close());
      await opened.connected();
      return opened;
    }
    const readers = () => Promise.all([...cluster.addresses, cluster.url].map(reader));
    const shows = (id: string, title: string) => (titles: Map<string, string>) =>
      titles.get(id) === title;
    const hides = (id: string) => (titles: Map<string, string>) => !titles.has(id);
    const all = (present: LiveReader[], isRight: (titles: Map<string, string>) => boolean) =>
      Promise.all(present.map(({ until }) => until(isRight)));

    test('a letter sent to one of them is shown to all readers, and removed again', async () => {
      const present = await readers();
      for (const at of cluster.addresses) {
        const letter = await cluster.owner.send({ title: `Sent to ${at}` }, at);
        await all(present, shows(letter.id, letter.title));
        const edited = await cluster.owner.update(letter, { title: 'Edited' }, at);
        await all(present, shows(letter.id, 'Edited'));
        await cluster.owner.update(edited, { hidden: true }, at);
        await all(present, hides(letter.id));
        await cluster.owner.delete(letter, at);
      }
      expect(present.map(({ connections }) => connections)).toEqual(present.map(() => 1));
    });

    test('the cached pages of all of them are invalidated by each change', async () => {
      const present = await readers();
      const pages = async () =>
        Promise.all(cluster.addresses.map(async (at) => (await fetch(`${at}/`)).text()));
      await pages();
      const letter = await cluster.owner.send({ title: 'A word that is nowhere else' });
      await all(present, shows(letter.id, letter.title));
      for (const page of await pages()) expect(page).toContain(letter.title);
      await cluster.owner.delete(letter);
      await all(present, hides(letter.id));
      for (const page of await pages()) expect(page).not.toContain(letter.title);
    });

    test('a hidden letter causes no event on any of them', async () => {
      const present = await readers();
      const heard: unknown[] = [];
      const listening = cluster.addresses.map((at) =>
        openLiveReader(at, (event) => heard.push(event.data)),
      );
      await Promise.all(listening.map(({ connected }) => connected()));
      const hidden = await cluster.owner.send({ title: 'Not for the list', hidden: true });
      await cluster.owner.update(hidden, { title: 'Still not', hidden: true });
      const last = await cluster.owner.send({ title: 'For the list' });
      await all([...present, ...listening], shows(last.id, last.title));
      await Promise.all(listening.map(({ close }) => close()));
      expect(JSON.stringify(heard)).not.toContain(hidden.id);
      expect(heard).toHaveLength(cluster.addresses.length);
      for (const at of cluster.addresses) {
        expect((await fetch(`${at}/letter/${hidden.id}`)).status).toBe(200);
      }
    });

    test('a session opened on one works on all, and is ended on all when it is closed', async () => {
      const [first = '', ...others] = cluster.addresses;
      const owner = createOwner(first, cluster.url);
      await owner.unlock();
      const list = async (at: string) => (await owner.call('GET', PORTAL, undefined, at)).status;
      for (const at of cluster.addresses) expect(await list(at)).toBe(200);
      const closed = await owner.call('DELETE', '/api/session', undefined, others[0]);
      expect(closed.status).toBe(204);
      for (const at of cluster.addresses) expect(await list(at)).toBe(401);
    });

    test('a letter that is sent twice, to two of them at once, is stored once', async () => {
      const letter = { title: 'Only once', content: 'Words.' };
      const attempt = { 'Idempotency-Key': 'the one attempt' };
      const sent = await Promise.all(
        cluster.addresses.map(async (at) => {
          const response = await cluster.owner.call('POST', PORTAL, letter, at, attempt);
          return (await response.json()) as LetterJson;
        }),
      );
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    });

    test('one that is killed while letters are sent costs no reader an event', async () => {
      const present = await readers();
      const expected = new Map<string, string>();
      let replaced = false;
      const sending = (async () => {
        for (let count = 0; !replaced || count < BUSY; count += 1) {
          const title = `While it died ${count}`;
          const { id } = await cluster.owner.sendSurely({ title });
          expected.set(id, title);
        }
      })();
      await cluster.replace(0);
      replaced = true;
      await sending;
      await all(present, (titles) =>
        [...expected].every(([id, title]) => titles.get(id) === title),
      );
      const before = present[0]?.connections ?? 0;
      expect(before).toBeGreaterThan(1);
      const truth = (await reader()).titles();
      for (const { titles } of present) expect(titles()).toEqual(truth);
    });

    test('all are restarted, one after the other, and no request fails meanwhile', async () => {
      const [present] = await readers();
      let restarted = false;
      const statuses: number[] = [];
      const asking = (async () => {
        while (!restarted) {
          const answers = ['/', '/api/letters', '/healthz'].map((path) =>
            fetch(cluster.url + path),
          );
          for (const { status } of await Promise.all(answers)) statuses.push(status);
        }
      })();
      for (const index of cluster.instances.keys()) await cluster.restart(index);
      restarted = true;
      await asking;
      expect(new Set(statuses)).toEqual(new Set([200]));
      const { id } = await cluster.owner.send({ title: 'After all restarts' });
      await present?.until((titles) => titles.has(id));
    });

    test('wrong guesses count together, whichever instance gets them', async () => {
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess += 1) {
        const body = { password: `not this one ${guess}` };
        statuses.push((await createOwner(cluster.url).call('POST', '/api/session', body)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    });

    test('none of them has logged an error', () => {
      expect(cluster.instances.flatMap((instance) => instance.complaints())).toEqual([]);
    });
  });
}

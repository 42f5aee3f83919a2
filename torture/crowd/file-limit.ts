import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { poll } from '../poll.ts';
import { type TormentedSite, withSite } from '../with-site.ts';

/** How many open files the site is limited to, and how many connections are made. */
const FILES = 200;
const CONNECTIONS = 400;
/** Milliseconds within which the crowd must have taken all files. */
const CROWDING_MS = 20_000;
/** Milliseconds within which the site must serve readers again once there are files. */
const RECOVERY_MS = 10_000;

/** The files that a process holds open, connections among them. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** More connections than the site may have open files: those it has are served, and it recovers. */
export function atFileLimit(): Promise<string[]> {
  return withSite({}, async (tormented) => {
    const { site, owner } = tormented;
    await owner.unlock();
    await owner.send({ title: 'Before' });
    const { status } = spawnSync('prlimit', [`--pid=${site.pid}`, `--nofile=${FILES}:${FILES}`]);
    if (status !== 0) return ['The files of a process cannot be limited here (prlimit).'];
    const kept = await reader(tormented);
    const crowd = Array.from({ length: CONNECTIONS }, () => connect(tormented.port, '127.0.0.1'));
    for (const socket of crowd) socket.on('error', () => {});
    try {
      const allTaken = () => openFiles(site.pid) >= FILES - 1;
      if (!(await poll(allTaken, Boolean, { within: CROWDING_MS }))) {
        return ['The connections did not use up all open files, so nothing was tested.'];
      }
      const broken = (await answers(kept))
        ? []
        : ['A reader who was connected before gets no answer.'];
      for (const socket of crowd) socket.destroy();
      const answered = () =>
        fetch(site.address).then(
          ({ ok }) => ok,
          () => false,
        );
      if (!(await poll(answered, Boolean, { within: RECOVERY_MS, every: 50 }))) {
        return [...broken, 'It did not recover.'];
      }
      await owner.send({ title: 'After' });
      await site.stop();
      return [...broken, ...site.complaints().map((line) => `It logged an error: ${line}`)];
    } finally {
      for (const socket of [...crowd, kept]) socket.destroy();
    }
  });
}

async function reader({ port }: TormentedSite): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket.setEncoding('latin1');
}

/** Requests something that is not cached, so that the store is read, too. */
async function answers(socket: Socket): Promise<boolean> {
  socket.write('GET /api/letters?limit=7 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [text] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
  return (text as string).startsWith('HTTP/1.1 200 ');
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasSmallDisks } from '#test/machine/owner-machine.ts';
import { OWN_MOUNTS } from '#test/machine/small-disk.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, 'one-at-a-time.js'));

/** Starts a process that waits for the lock, runs this code, and gives the lock back. */
function worker(lock: string, work: string, afterwards = '', before = '') {
  const code = `
    import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
    import { oneAtATime } from ${MODULE};
    ${before}
    oneAtATime(${JSON.stringify(lock)}, () => console.error('waits'), () => { ${work} });
    ${afterwards}`;
  const process_ = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  onTestFinished(() => void process_.kill('SIGKILL'));
  return { process: process_, status: once(process_, 'close').then(([status]) => status) };
}

const PAUSE = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);';

test('of several processes only one works at a time', async () => {
  const folder = temporaryFolder();
  const busy = JSON.stringify(join(folder, 'busy'));
  const done = join(folder, 'done');
  const work = `
    writeFileSync(${busy}, '', { flag: 'wx' });
    ${PAUSE}
    rmSync(${busy});
    appendFileSync(${JSON.stringify(done)}, 'done ');`;
  const lock = join(folder, 'lock');
  const workers = Array.from({ length: 4 }, () => worker(lock, work));
  expect(await Promise.all(workers.map(({ status }) => status))).toEqual([0, 0, 0, 0]);
  expect(readFileSync(done, 'utf8')).toBe('done done done done ');
  expect(existsSync(lock)).toBe(false);
});

test('says that it waits, and goes on when the other was killed', async () => {
  const lock = join(temporaryFolder(), 'lock');
  const first = worker(lock, `console.log('works'); ${PAUSE.replace('100', '600_000')}`);
  await once(first.process.stdout, 'data');
  const second = worker(lock, '');
  const [words] = await once(second.process.stderr, 'data');
  expect(String(words)).toBe('waits\n');
  first.process.kill('SIGKILL');
  expect(await second.status).toBe(0);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a process that waits ends at %s, which its own listener would hear of only afterwards',
  async (signal) => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, String(process.pid));
    const { process: waiting, status } = worker(lock, '', '', `process.on('${signal}', () => {});`);
    await once(waiting.stderr, 'data');
    waiting.kill(signal);
    expect(await status).toBeNull();
    expect(waiting.signalCode).toBe(signal);
  },
);

test('a process that has waited listens to signals as before', async () => {
  const lock = join(temporaryFolder(), 'lock');
  writeFileSync(lock, String(process.pid));
  const told = `process.once('SIGTERM', () => process.exit(3)); setTimeout(() => {}, 600_000);`;
  const { process: waiting, status } = worker(lock, `console.log('works');`, '', told);
  await once(waiting.stderr, 'data');
  rmSync(lock);
  await once(waiting.stdout, 'data');
  waiting.kill('SIGTERM');
  expect(await status).toBe(3);
});

test('work that ends the process leaves no lock', async () => {
  const lock = join(temporaryFolder(), 'lock');
  expect(await worker(lock, 'process.exit(3);').status).toBe(3);
  expect(existsSync(lock)).toBe(false);
});

test('a lock of hours ago is left over, whoever has the number of its process by now', async () => {
  const lock = join(temporaryFolder(), 'lock');
  writeFileSync(lock, String(process.pid));
  const hoursAgo = Date.now() / 1000 - 7200;
  utimesSync(lock, hoursAgo, hoursAgo);
  expect(await worker(lock, 'process.exit(3);').status).toBe(3);
});

test('a lock with the number of this process is left over, as in a container, where it is always the same', async () => {
  const lock = join(temporaryFolder(), 'lock');
  const left = JSON.stringify(join(temporaryFolder(), 'left'));
  const { status } = worker(
    lock,
    `writeFileSync(${left}, String(process.pid));
    oneAtATime(${left}, () => process.exit(1), () => process.exit(3));`,
  );
  expect(await status).toBe(3);
});

test('a lock that the owner has deleted meanwhile, as the words about waiting allow, is not missed', async () => {
  const lock = join(temporaryFolder(), 'lock');
  expect(await worker(lock, `rmSync(${JSON.stringify(lock)});`).status).toBe(0);
});

test('a process that goes on after its work leaves the lock of the next alone when it ends', async () => {
  const lock = join(temporaryFolder(), 'lock');
  expect(await worker(lock, '', `writeFileSync(${JSON.stringify(lock)}, 'next');`).status).toBe(0);
  expect(readFileSync(lock, 'utf8')).toBe('next');
});

test.runIf(hasSmallDisks)(
  'leaves no lock on a full disk, which has room for its name alone: once there is room, the next would wait for an hour',
  () => {
    const code = `
      import { readdirSync } from 'node:fs';
      import { oneAtATime } from ${MODULE};
      oneAtATime('lock', () => {}, () => console.log(...readdirSync('.')));
      console.log(...readdirSync('.'));`;
    const script = `mount -t tmpfs -o size=64k none "$0" && cd "$0" &&
      ! head -c 100k /dev/zero > filler && exec "$@"`;
    const node = [process.execPath, '--input-type=module', '--eval', code];
    const command = [...OWN_MOUNTS, 'sh', '-c', script, temporaryFolder(), ...node];
    const { stdout } = spawnSync('unshare', command, { encoding: 'utf8' });
    expect(stdout).toBe('filler lock\nfiller\n');
  },
);

test('works also where no lock can be made', async () => {
  const lock = join(temporaryFolder(), 'missing', 'lock');
  expect(await worker(lock, 'process.exit(3);').status).toBe(3);
});

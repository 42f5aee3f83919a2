import { silentReaders } from './crowd/silent-readers.ts';
import { slowSenders } from './crowd/slow-senders.ts';
import { backup } from './disk/backup.ts';
import { corrupt } from './disk/corrupt.ts';
import { diskFull } from './disk/disk-full.ts';
import { fsync } from './disk/fsync.ts';
import { kill } from './disk/kill.ts';
import { locked } from './disk/locked.ts';
import { readOnly } from './disk/read-only.ts';
import { stop } from './disk/stop.ts';
import { guessing } from './login/guessing.ts';
import { passwordTiming } from './login/password-timing.ts';
import { sessions } from './login/sessions.ts';
import { crossSite } from './requests/cross-site.ts';
import { forgedHosts } from './requests/forged-hosts.ts';
import { requests } from './requests/requests.ts';
import type { Row } from './row.ts';
import { canary } from './words/canary.ts';
import { hostileWords } from './words/hostile-words.ts';

/** Every row, in the order in which they run. */
export const ROWS: Row[] = [
  ...[kill, fsync, diskFull, readOnly, locked, corrupt, backup, stop],
  ...[guessing, silentReaders, slowSenders, requests, crossSite],
  ...[canary, forgedHosts, hostileWords, passwordTiming, sessions],
];

import { dirname, join } from 'node:path/posix';

/** The architecture: which room may import which, and names that no file may have. */

export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  path: string;
  text: string;
}

interface Room {
  /** Rooms, or files at the root, that it may import besides itself. */
  rooms: string[];
  /** Packages that it may import; any when absent. */
  packages?: string[];
  /** Whether it runs only on Node. The others also run in a browser. */
  node: boolean;
}

export const ROOMS: Record<string, Room> = {
  core: { rooms: [], packages: ['zod'], node: false },
  store: { rooms: ['core'], node: true },
  access: { rooms: ['core'], node: true },
  live: { rooms: ['core'], node: true },
  card: { rooms: ['core'], node: true },
  http: { rooms: ['core', 'access', 'live', 'card'], node: true },
  app: { rooms: ['core'], node: false },
  cli: { rooms: ['core', 'access', 'store', 'config.ts', 'environment-file.ts'], node: true },
  'config.ts': {
    rooms: ['core', 'access', 'environment-file.ts', 'environment-warnings.ts'],
    node: true,
  },
  'environment-file.ts': { rooms: ['core'], packages: [], node: true },
  'environment-warnings.ts': {
    rooms: ['core', 'environment-file.ts'],
    packages: [],
    node: true,
  },
  'start-site.ts': { rooms: ['core', 'access', 'live', 'card', 'http', 'config.ts'], node: true },
  'idle-maintenance.ts': { rooms: [], packages: [], node: true },
  'thread-priority.ts': { rooms: [], packages: [], node: true },
};

/** Tests, tools and the composition root may import anything. */
const ANYWHERE =
  /^(?:server\.ts|[\w.-]+\.config\.ts|(?:test|bench|torture|scripts|demo|pictures|store\/contract)\/.*|.*\.test\.tsx?)$/;
const CHOOSES_A_STORE = /^(?:store|cli)\//;
const CONCRETE_STORE = /^store\/(?:sqlite|postgres|firestore)\//;

const READS_ENVIRONMENT = /^(?:config\.ts$|(?:scripts|test|bench|torture|demo)\/)/;
/** Libraries choose their production build by this one, so it has to be set before they load. */
const SETS_NODE_ENV = 'process.env.NODE_ENV ??=';

const SAYS_NOTHING =
  /(?:^|\/)(?:utils?|helpers?|lib|misc|common|services?|managers?)(?:\/|\.tsx?$)/;
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** What in a file goes against the plan, in words. */
export function breachesOf({ path, text }: SourceFile): string[] {
  const breaches: string[] = [];
  if (SAYS_NOTHING.test(path)) breaches.push(`${path} has a name that says nothing`);
  if (ANYWHERE.test(path)) return breaches;
  if (!READS_ENVIRONMENT.test(path) && text.replaceAll(SETS_NODE_ENV, '').includes('process.env')) {
    breaches.push(`${path} reads the environment`);
  }
  const room = ROOMS[roomOf(path)];
  if (!room) return [...breaches, `${path} is in no room that is known`];
  for (const [, specifier = ''] of text.matchAll(IMPORT)) {
    if (!mayImport(path, room, specifier)) breaches.push(`${path} imports ${specifier}`);
  }
  return breaches;
}

function mayImport(path: string, room: Room, specifier: string): boolean {
  if (specifier.startsWith('node:')) return room.node;
  const target = targetOf(path, specifier);
  if (target === null) return room.packages?.includes(specifier) ?? true;
  if (CONCRETE_STORE.test(target) && !CHOOSES_A_STORE.test(path)) return false;
  return [roomOf(path), ...room.rooms].includes(roomOf(target));
}

/** The file of ours that an import names; null for a package. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(path), specifier) : null;
}

/** Files that import each other in a circle, each circle as its way round: neither can be read first. */
export function circlesIn(files: SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      [...text.matchAll(IMPORT)].flatMap(([, named = '']) => targetOf(path, named) ?? []),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  function follow(path: string, way: string[]): void {
    const begun = way.indexOf(path);
    if (begun !== -1) circles.push([...way.slice(begun), path].join(' > '));
    else if (!done.has(path)) {
      for (const next of imports.get(path) ?? []) follow(next, [...way, path]);
      done.add(path);
    }
  }
  for (const path of imports.keys()) follow(path, []);
  return circles;
}

/** The folder at the root that a file is in, or the file itself at the root. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? path;
}

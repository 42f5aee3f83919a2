/** Where letters are kept: a file, a PostgreSQL database, or a Firestore project. */
export type StoreAddress =
  | { engine: 'sqlite'; path: string }
  | {
      engine: 'postgres';
      /** Holds the password: show `nameOfStore` instead. */
      url: string;
      /** Where LISTEN works, when `url` leads to a pooler that shares connections; else null. */
      listenUrl: string | null;
    }
  | { engine: 'firestore'; projectId: string };

/** What `readStoreAddress` accepts, in words for the person who runs the site. */
export const STORE_ADDRESSES =
  'sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or firestore://PROJECT-ID';

/** The same, with what makes an address invalid that looks like one of them. */
export const STORE_ADDRESS_RULES = `${STORE_ADDRESSES}; for ~ in a path, write the path of your home folder; in a user name or password, write %40 for @, %2F for / and %3A for :; a project id has 6 to 30 lowercase letters, digits and hyphens`;

/**
 * Refuses `~`, which only a shell expands: the site would make a folder of that name, which is dangerous to
 * remove. Refuses `:memory:`, which would become a file, though whoever writes it means none.
 */
const SQLITE = /^sqlite:(?!\/\/|~|:memory:$)([^\0]+)$/;
/** See https://cloud.google.com/resource-manager/docs/creating-managing-projects */
const FIRESTORE = /^firestore:\/\/([a-z][a-z0-9-]{4,28}[a-z0-9])$/;

/** Parses a DATABASE_URL. Null when it is invalid. */
export function readStoreAddress(text: string): StoreAddress | null {
  const path = SQLITE.exec(text)?.[1];
  if (path !== undefined) return { engine: 'sqlite', path };
  const projectId = FIRESTORE.exec(text)?.[1];
  if (projectId !== undefined) return { engine: 'firestore', projectId };
  return isPostgresUrl(text) ? { engine: 'postgres', url: text, listenUrl: null } : null;
}

/** A user before a host that is left out, as for a Unix socket: the driver knows that form, and `URL` does not. */
const USER_WITHOUT_HOST = /(?<=^[a-z]+:\/\/)[^/?#]*@(?=\/)/;
const parsePostgresUrl = (text: string) => URL.parse(text.replace(USER_WITHOUT_HOST, ''));

export function isPostgresUrl(text: string): boolean {
  const url = parsePostgresUrl(text);
  // Of the text itself: the driver does not know an address with a space before it.
  if (!url || !/^postgres(?:ql)?:/i.test(text)) return false;
  // For a Unix socket, `?host=` names its folder instead.
  if (url.hostname === '' && !url.searchParams.has('host')) return false;
  // The password has a `/` or a `#` that is not encoded, and the rest of it would be shown as the database's name.
  if ((url.pathname + url.hash).includes('@')) return false;
  // The same for a `?`: the user would be taken for the host, and digits before it shown as the port.
  if (url.pathname === '' && /^\?[^=]*@/.test(url.search)) return false;
  try {
    decodeURIComponent(url.username + url.password + url.pathname);
    return true;
  } catch {
    return false;
  }
}

/** A name for a store that reveals no secret. */
export function nameOfStore(address: StoreAddress): string {
  if (address.engine === 'sqlite') return address.path;
  if (address.engine === 'firestore') return `the Firestore project ${address.projectId}`;
  const url = parsePostgresUrl(address.url);
  const host = url?.hostname || url?.searchParams.get('host') || '';
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  const port = url?.port;
  return `the PostgreSQL database ${database ? `${database} ` : ''}on ${host}${port ? `:${port}` : ''}`;
}

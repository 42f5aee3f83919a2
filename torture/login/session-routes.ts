import { knownRoutes } from '../../test/clients/known-routes.ts';
import { MAIN_PASSWORD } from '../../test/clients/owner.ts';
import { type GuardedSite, startGuardedSite } from './guarded-site.ts';
import { tryPassword } from './guesses.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const SOME_ID = 'A'.repeat(22);
/** Other spellings of routes behind the password, and routes that do not exist. */
const TRICKS = [
  '/api/portal',
  '/api/portal/',
  '/api/portal/letters?limit=1&q=a',
  '/api/portal/letters/',
  '/api/portal/live/',
  '/api/portal/session',
  '/api/portal/%6cetters',
  '/api/portal/letters/..%2fletters',
];
/** Some servers would take these for routes behind the password; here they lead nowhere. */
const ODD_ROUTES = ['//api/portal/letters', '/api//portal/letters', '/API/portal/letters'];

/** Every route behind the password. */
function guardedRoutes(): string[] {
  const paths = knownRoutes().map(({ path }) => path.replace(/:\w+/g, SOME_ID));
  return [...new Set(paths.filter((path) => path.startsWith('/api/portal/')))];
}

/** Requests everything behind the password without a session, and with imitations of one. */
export async function tryEveryRoute(): Promise<{ tried: number; broken: string[] }> {
  await using site = await startGuardedSite();
  const { cookies } = await tryPassword(site, MAIN_PASSWORD);
  const [session = '', device = ''] = cookies.map((cookie) => cookie.split('=')[1] ?? '');
  const broken: string[] = [];
  const open = await ask(site, 'GET', '/api/portal/letters', `letters_session=${session}`);
  if (open !== 200) broken.push(`A session that is open was answered ${open}.`);
  const imitations = {
    'no cookie': '',
    'an empty session': 'letters_session=',
    'a session of another form': 'letters_session=true',
    'a forged session': `letters_session=${'A'.repeat(43)}`,
    'a device cookie as a session': `letters_session=${device}; letters_device=${device}`,
    'a device cookie alone': `letters_device=${device}`,
    'a session as a device cookie': `letters_device=${session}`,
    'a session under the cookie name for https': `__Host-letters_session=${session}`,
    'a session with a suffix': `letters_session=${session}x`,
    'a session cut short': `letters_session=${session.slice(0, -1)}`,
  };
  let tried = 0;
  for (const [what, cookie] of Object.entries(imitations)) {
    const wrong = await findAnswered(site, cookie);
    tried += wrong.tried;
    broken.push(...wrong.answers.map((answer) => `With ${what}, ${answer}.`));
  }
  return { tried, broken };
}

/** @returns how many requests were made with this cookie, and those that were not answered 401 */
export async function findAnswered(site: GuardedSite, cookie: string) {
  const answers: string[] = [];
  const routes = [...guardedRoutes(), ...TRICKS, ...ODD_ROUTES];
  let tried = 0;
  for (const method of METHODS) {
    for (const route of routes) {
      tried += 1;
      const status = await ask(site, method, route, cookie);
      const right = status === 401 || (ODD_ROUTES.includes(route) && status >= 400);
      if (!right) answers.push(`${method} ${route} was answered ${status}`);
    }
  }
  return { tried, answers };
}

async function ask({ address }: GuardedSite, method: string, route: string, cookie: string) {
  const writes = ['POST', 'PUT', 'PATCH'].includes(method);
  const response = await fetch(address + route, {
    method,
    redirect: 'manual',
    headers: {
      Origin: address,
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...(writes ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(writes ? { body: JSON.stringify({ title: 'In', content: 'I am in.' }) } : {}),
  });
  await response.body?.cancel();
  return response.status;
}

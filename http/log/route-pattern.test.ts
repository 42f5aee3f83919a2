import { expect, test } from 'vitest';
import { knownRoutes } from '#test/clients/known-routes.ts';
import { routePattern } from './route-pattern.ts';

const ID = 'S3cretS3cretS3cretS3cr';

test.each([
  ['/', '/'],
  ['/?after=00000000000000000000a', '/'],
  [`/letter/${ID}`, '/letter/:id'],
  [`/letter/${ID}/`, '/letter/:id'],
  [`/letter/${ID}?from=feed`, '/letter/:id'],
  [`/letter/${ID}/card.png`, '/letter/:id/card.png'],
  [`/api/letters/${ID}`, '/api/letters/:id'],
  [`/api/portal/letters/${ID}`, '/api/portal/letters/:id'],
  ['/api/portal/letters?q=secret', '/api/portal/letters'],
  ['/assets/home-Bx1.js', '/assets/:file'],
])('%s has the pattern %s', (target, pattern) => {
  expect(routePattern(target)).toBe(pattern);
});

test.each([
  [`/${ID}`],
  [`/lettre/${ID}`],
  [`/letter/${ID}/more`],
  [`/letter%2F${ID}`],
  [`http://elsewhere.example/letter/${ID}`],
  ['/a lamp in the window'],
  ['/assets/a/b.js'],
  ['/constructor'],
  ['*'],
  [''],
])('%s is no route, and nothing of it is logged', (target) => {
  expect(routePattern(target)).toBe('*');
});

test('every route of the site has a pattern', () => {
  const routes = knownRoutes()
    .map(({ path }) => path)
    .filter((path) => !path.includes('*'));
  for (const route of routes) expect(routePattern(route.replace(':id', ID))).toBe(route);
});

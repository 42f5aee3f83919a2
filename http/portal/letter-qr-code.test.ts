import { expect, test } from 'vitest';
import { createTestSite } from '#test/site/create-test-site.ts';

const codeOf = (id: string) => `/api/portal/letters/${id}/qr.svg`;

test("the QR code of a letter's link is only for the owner, and never cached", async () => {
  const site = await createTestSite();
  const { id } = await site.send({ hidden: true });
  const stranger = await site.fetch(codeOf(id));
  expect(stranger.status).toBe(401);
  expect(await stranger.text()).not.toContain('svg');

  const code = await site.asOwner('GET', codeOf(id));
  expect(code.status).toBe(200);
  expect(code.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(code.headers.get('Cache-Control')).toBe('no-store');
  const drawing = await code.text();
  expect(drawing).toMatch(/^<svg [^>]*width="40mm"[^>]*><path fill="#fff"/);
  // Nothing is printed in the margin of four squares, which scanners need.
  const [, squares] = drawing.split('<path d=');
  expect(squares).toContain('M4 4h1');
  expect(squares).not.toMatch(/M[0-3] |M\d+ [0-3]h/);
  // Lines of the log are gathered before they are written.
  await expect.poll(site.requestLog).toContain('/api/portal/letters/:id/qr.svg');
  expect(site.requestLog()).not.toContain(id);
});

test('there is no QR code for a letter that does not exist', async () => {
  const site = await createTestSite();
  for (const id of ['none', '%2e%2e']) {
    expect((await site.asOwner('GET', codeOf(id))).status).toBe(404);
  }
});

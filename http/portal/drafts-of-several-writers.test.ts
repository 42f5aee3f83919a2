import { describe, expect, test } from 'vitest';
import { ANNA, BELA, DRAFTS, list, ONE, save, WORDS } from '#test/clients/saved-drafts.ts';
import { createTestSite } from '#test/site/create-test-site.ts';
import { DELETED_FOR_MS } from './kept-drafts.ts';

describe('a draft that another writer has', () => {
  test('changed is not overwritten by a save with an old version, none, or a new draft’s', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, { title: 'Anna' });
    const bela = await save(site, ONE, { title: 'Bela', writer: BELA }, version);
    expect(bela.status).toBe(200);
    for (const known of [version, undefined, 12345]) {
      const late = await save(site, ONE, { title: 'Late', turn: 2 }, known);
      expect(late).toMatchObject({ status: 409, code: 'draft-changed' });
    }
    expect(await list(site)).toMatchObject([{ title: 'Bela', version: bela.version }]);
  });

  test('deleted is not created again under its id', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, {});
    expect((await site.asOwner('DELETE', `${DRAFTS}/${ONE}`)).status).toBe(204);
    expect((await save(site, ONE, { turn: 2 }, version)).status).toBe(409);
    expect(await list(site)).toEqual([]);
  });

  test('changed is deleted only by a request that names the new version', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, {});
    const bela = await save(site, ONE, { title: 'Bela', writer: BELA }, version);
    const remove = (known: number) =>
      site.asOwner('DELETE', `${DRAFTS}/${ONE}`, undefined, { 'If-Match': `"${known}"` });
    const refused = await remove(version);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'draft-changed' }]);
    expect(await list(site)).toMatchObject([{ title: 'Bela' }]);
    expect((await remove(bela.version)).status).toBe(204);
    expect(await list(site)).toEqual([]);
    expect((await remove(bela.version)).status).toBe(204);
    // What was deleted can be made again once no earlier save can still arrive.
    site.wait(DELETED_FOR_MS);
    expect((await save(site, ONE, {})).status).toBe(201);
  });
});

describe('a late save does not restore', () => {
  const late = { status: 409, code: 'draft-changed' };

  test('a draft that was deleted before it arrived', async () => {
    const site = await createTestSite();
    // Its writer gave up saving, sent the letter, and knows of no version.
    expect((await site.asOwner('DELETE', `${DRAFTS}/${ONE}`)).status).toBe(204);
    expect(await save(site, ONE, { title: 'Sent long ago' })).toMatchObject(late);
    expect(await list(site)).toEqual([]);
    // The portal gives a save up after a minute.
    site.wait(4 * 60_000);
    expect(await save(site, ONE, { title: 'Sent long ago' })).toMatchObject(late);
  });

  test('a draft that a later save stored, and that was deleted since', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, { turn: 2 });
    const condition = { 'If-Match': `"${version}"` };
    const remove = () => site.asOwner('DELETE', `${DRAFTS}/${ONE}`, undefined, condition);
    expect((await remove()).status).toBe(204);
    expect(await save(site, ONE, { turn: 1 })).toMatchObject(late);
    expect(await list(site)).toEqual([]);
    expect((await remove()).status).toBe(204);
  });
});

describe('the writer of the last save', () => {
  test('can save again although the response with the version was lost', async () => {
    const site = await createTestSite();
    await save(site, ONE, { title: 'Its answer was lost' });
    const again = await save(site, ONE, { title: 'More', turn: 2 });
    expect(again.status).toBe(200);
    expect(await list(site)).toMatchObject([{ title: 'More', version: again.version }]);
  });

  test('can delete it although the response with the version was lost; other writers cannot', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, { writer: BELA });
    await save(site, ONE, { title: 'Its answer was lost' }, version);
    const remove = async (writer: string) => {
      const known = { 'If-Match': `"${version}"` };
      const path = `${DRAFTS}/${ONE}?writer=${writer}`;
      return (await site.asOwner('DELETE', path, undefined, known)).status;
    };
    expect(await remove(BELA)).toBe(409);
    expect(await remove('')).toBe(409);
    expect(await remove(ANNA)).toBe(204);
    expect(await list(site)).toEqual([]);
  });

  test('does not overwrite it with an earlier save that arrives late', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, { title: 'First' });
    const third = await save(site, ONE, { title: 'Third', turn: 3 }, version);
    const late = await save(site, ONE, { title: 'Second', turn: 2 }, version);
    expect(late).toMatchObject({ status: 200, version: third.version });
    const twice = await save(site, ONE, { title: 'Third', turn: 3 }, version);
    expect(twice).toMatchObject({ status: 200, version: third.version });
    expect(await list(site)).toMatchObject([{ title: 'Third' }]);
  });

  test('may have several saves under way at once, of which the last one stays', async () => {
    const site = await createTestSite();
    const turns = [4, 8, 1, 7, 2, 6, 3, 5];
    await site.unlock();
    const answers = await Promise.all(
      turns.map((turn) => save(site, ONE, { title: `Words ${turn}`, turn })),
    );
    expect(answers.filter(({ status }) => status > 201)).toEqual([]);
    expect(await list(site)).toMatchObject([{ title: 'Words 8' }]);
  });
});

describe('leaving with ?lock', () => {
  test('saves the words and ends the session in one request', async () => {
    const site = await createTestSite();
    const cookie = await site.unlock();
    const body = { ...WORDS, title: 'Last words', writer: ANNA, turn: 1 };
    const owner = { Cookie: cookie };
    // Reading alone locks nothing.
    expect((await site.call('GET', `${DRAFTS}?lock`, undefined, owner)).status).toBe(200);
    const response = await site.call('PUT', `${DRAFTS}/${ONE}?lock`, body, owner);
    expect(response.status).toBe(201);
    expect(response.headers.get('Set-Cookie')).toMatch(/^letters_session=; Max-Age=0/);
    expect((await site.call('GET', DRAFTS, undefined, owner)).status).toBe(401);
    expect(await list(site)).toMatchObject([{ title: 'Last words' }]);
  });

  test('keeps both versions if another writer has changed the draft', async () => {
    const site = await createTestSite();
    const { version } = await save(site, ONE, { title: 'Anna' });
    await save(site, ONE, { title: 'Bela', writer: BELA }, version);
    const body = { ...WORDS, title: 'Anna goes', writer: ANNA, turn: 2 };
    const headers = { Cookie: await site.unlock(), 'If-Match': `"${version}"` };
    const response = await site.call('PUT', `${DRAFTS}/${ONE}?lock`, body, headers);
    expect(response.status).toBe(201);
    expect((await list(site)).map(({ title }) => title).sort()).toEqual(['Anna goes', 'Bela']);
  });

  test('ends the session also if nothing can be saved', async () => {
    const site = await createTestSite();
    const owner = { Cookie: await site.unlock() };
    const response = await site.call('PUT', `${DRAFTS}/${ONE}?lock`, { title: 1 }, owner);
    expect(response.status).toBe(422);
    expect((await site.call('GET', DRAFTS, undefined, owner)).status).toBe(401);
  });
});

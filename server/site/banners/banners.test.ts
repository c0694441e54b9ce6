// Tests of banners, through HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { buildFile } from '#server/testing/build/file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function buildBanner(
  app: TestApp,
  title: string,
  given: { start?: string; end?: string; active?: boolean; fileId?: string; imageLink?: string } = {},
) {
  const id = randomUUIDv7();
  await app.database.write
    .insertInto('banners')
    .values({
      id,
      title,
      periodStart: given.start ?? '2026-03-01T00:00:00Z',
      periodEnd: given.end ?? '2026-03-04T00:00:00Z',
      active: given.active ?? true,
      imageLink: given.imageLink,
      fileId: given.fileId ?? null,
    })
    .execute();
  return id;
}

test('the active banners of the moment are shown, newest first, with their own file or their link', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const file = await buildFile(app, null, { isPublic: true });
  const link = await buildBanner(app, 'By link', { imageLink: '/pictures/spring.webp' });
  const picture = await buildBanner(app, 'By file', { fileId: file.id, start: '2026-03-02T08:00:00Z' });
  await buildBanner(app, 'Over', { end: '2026-03-02T08:00:00Z' });
  await buildBanner(app, 'To come', { start: '2026-03-02T08:00:01Z' });
  await buildBanner(app, 'Switched off', { active: false });
  const answer = await app.server.inject('/api/banners/GetActive');
  assert.equal(answer.statusCode, 200, answer.body);
  const listed = answer.json();
  assert.deepEqual(
    listed.map((banner: { Id: string; ImageUrl: string }) => [banner.Id, banner.ImageUrl]),
    [
      [picture, `/api/file/DownloadFile?id=${file.id}`],
      [link, '/pictures/spring.webp'],
    ],
  );
  assert.deepEqual(Object.keys(listed[0]), ['Id', 'ImageUrl', 'Title', 'Description', 'Link']);
  assert.equal((await app.server.inject(listed[0].ImageUrl)).statusCode, 200);
});

test('all visits are counted by day, by GET and by POST', async () => {
  await using app = await testApp({ now: '2026-03-02T23:59:00Z' });
  const id = await buildBanner(app, 'Spring');
  const visit = (method: 'GET' | 'POST') => app.server.inject({ method, url: `/api/banners/Visit?id=${id}` });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index % 2 ? 'GET' : 'POST')));
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([204]));
  app.clock.advance({ minutes: 1 });
  await visit('POST');
  const counted = await app.database.read.selectFrom('bannerVisits').select(['day', 'visits']).orderBy('day').execute();
  assert.deepEqual(counted, [
    { day: '2026-03-02', visits: 20 },
    { day: '2026-03-03', visits: 1 },
  ]);
});

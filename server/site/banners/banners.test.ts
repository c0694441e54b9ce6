// Banners, through HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { buildFile } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

async function buildBanner(
  house: TestHouse,
  title: string,
  given: { start?: string; end?: string; active?: boolean; fileId?: string; imageLink?: string } = {},
) {
  const id = randomUUIDv7();
  await house.database.write
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

test('the active banners of now are shown, the newest first, with their own file or their link', async () => {
  await using house = await testHouse({ now: '2026-03-02T08:00:00Z' });
  const file = await buildFile(house, null, { isPublic: true });
  const link = await buildBanner(house, 'By link', { imageLink: '/pictures/spring.webp' });
  const picture = await buildBanner(house, 'By file', { fileId: file.id, start: '2026-03-02T08:00:00Z' });
  await buildBanner(house, 'Over', { end: '2026-03-02T08:00:00Z' });
  await buildBanner(house, 'To come', { start: '2026-03-02T08:00:01Z' });
  await buildBanner(house, 'Switched off', { active: false });
  const answer = await house.app.inject('/api/banners/GetActive');
  assert.equal(answer.statusCode, 200, answer.body);
  const shown = answer.json();
  assert.deepEqual(
    shown.map((banner: { Id: string; ImageUrl: string }) => [banner.Id, banner.ImageUrl]),
    [
      [picture, `/api/file/DownloadFile?id=${file.id}`],
      [link, '/pictures/spring.webp'],
    ],
  );
  assert.deepEqual(Object.keys(shown[0]), ['Id', 'ImageUrl', 'Title', 'Description', 'Link']);
  assert.equal((await house.app.inject(shown[0].ImageUrl)).statusCode, 200);
});

test('visits are counted by day, all of them, by GET and by POST', async () => {
  await using house = await testHouse({ now: '2026-03-02T23:59:00Z' });
  const id = await buildBanner(house, 'Spring');
  const visit = (method: 'GET' | 'POST') => house.app.inject({ method, url: `/api/banners/Visit?id=${id}` });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index % 2 ? 'GET' : 'POST')));
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([204]));
  house.clock.advance({ minutes: 1 });
  await visit('POST');
  const counted = await house.database.read
    .selectFrom('bannerVisits')
    .select(['day', 'visits'])
    .orderBy('day')
    .execute();
  assert.deepEqual(counted, [
    { day: '2026-03-02', visits: 20 },
    { day: '2026-03-03', visits: 1 },
  ]);
});

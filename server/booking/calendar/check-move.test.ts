// Tests of the questions that a move would raise, before it is saved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const at = (time: string) => `2026-03-02T${time}:00Z`;
const nothing = { overlaps: false, others: [], isClosed: false, notDone: [] };

async function shop() {
  const app = await testApp();
  const { location, employee: anna } = await buildBusiness(app, { actions: ['admin'], firstName: 'Anna' });
  const berta = await buildEmployee(app, location, { firstName: 'Berta', lastName: 'Liepa' });
  const cut = await buildService(app, anna, { name: 'Cut' });
  const visit = { title: 'Cut', name: 'Mara Ozola', serviceId: cut.id };
  const { id } = await buildEvent(app, anna, { start: at('10:00'), ...visit });
  await buildEvent(app, berta, { start: at('12:00'), title: 'Meeting' });
  const as = await signIn(app, anna);
  return { ...app, anna, berta, id, as };
}

test('a move names everything that speaks against it at once, and saves nothing', async () => {
  await using app = await shop();
  const check = async (input: object) => (await app.call(calendars.checkMove, { id: app.id, ...input }, app.as)).answer;
  assert.deepEqual(await check({}), nothing);
  assert.deepEqual(await check({ start: at('12:00'), end: at('13:00') }), nothing);
  const early = { start: at('03:00'), end: at('04:00') };
  assert.deepEqual(await check(early), { ...nothing, isClosed: true });
  const calendarId = app.berta.calendarId;
  const found = await check({ calendarId, start: at('12:30'), end: at('13:30') });
  assert.deepEqual(
    { ...found, others: found.others.map(({ title }) => title) },
    { overlaps: true, others: ['Meeting'], isClosed: false, notDone: [{ person: 'Berta Liepa', service: 'Cut' }] },
  );
  const { calendarId: still } = await app.database.read
    .selectFrom('events')
    .select('calendarId')
    .where('id', '=', app.id)
    .executeTakeFirstOrThrow();
  assert.equal(still, app.anna.calendarId);
});

test('a hold that has expired is no overlap', async () => {
  await using app = await shop();
  const hold = { start: at('14:00'), status: 'held' as const, heldUntil: at('07:00'), userId: null };
  await buildEvent(app, app.anna, hold);
  const { answer } = await app.call(calendars.checkMove, { id: app.id, start: at('14:00'), end: at('15:00') }, app.as);
  assert.deepEqual(answer, nothing);
});

test('a question has the status 200 for callers who answer it, and 417 for others', async () => {
  await using app = await shop();
  const second = { calendarId: app.anna.calendarId, title: 'Second', start: at('10:30'), end: at('11:00') };
  assert.equal((await app.call(calendars.insertEvent, second, app.as)).status, 417);
  const asking = { ...app.as, headers: { 'daybook-asks': '1' } };
  const question = await app.call(calendars.insertEvent, second, asking);
  assert.deepEqual([question.status, question.headers['daybook-status']], [200, '417']);
  assert.equal(JSON.parse(question.body)[0].Overlaps, true);
  const wrong = await app.call(calendars.insertEvent, { ...second, end: at('09:00') }, asking);
  assert.equal(wrong.status, 417, 'a wrong field is no question');
});

// Tests of the people who are free for a customer who has come in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visits } from '#contract/booking/visits.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

/** A Monday, 10:03 in Riga. */
const now = '2026-03-02T08:03:00Z';

async function shop() {
  const app = await testApp({ now });
  const {
    company,
    location,
    employee: anna,
  } = await buildBusiness(app, {
    actions: ['admin'],
    firstName: 'Anna',
    sessionActiveMinutes: 1440,
  });
  const berta = await buildEmployee(app, location, { firstName: 'Berta' });
  const cut = await buildService(app, anna, { name: 'Cut', minutes: 30, price: 25, bufferBefore: 10 });
  const colour = await buildService(app, berta, { name: 'Colour', minutes: 90, price: 80 });
  await buildServicePerson(app, berta, cut, { minutes: 45, price: 20 });
  await buildEvent(app, anna, { start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' });
  await buildEvent(app, berta, { start: '2026-03-02T07:30:00Z', end: '2026-03-02T08:00:00Z' });
  const names = new Map([
    [anna.calendarId, 'Anna'],
    [berta.calendarId, 'Berta'],
    [cut.id, 'Cut'],
    [colour.id, 'Colour'],
  ]);
  const as = await signIn(app, anna);
  const list = async (person: { cookie: string }, input = {}) => {
    const { answer } = await app.call(visits.getWalkIns, input, person);
    return answer
      .map(({ serviceId, calendarId, minutes, price, start }) =>
        [names.get(serviceId ?? '') ?? 'none', names.get(calendarId), start.slice(11, 16), minutes, price].join(' '),
      )
      .sort();
  };
  return { ...app, company, location, anna, berta, cut, colour, as, list };
}

test('each person is offered for each of their services when they are free for it, with its buffers', async () => {
  await using app = await shop();
  assert.deepEqual(await app.list(app.as), [
    'Colour Berta 10:00 90 80',
    // From 10:00 it would be 10 minutes too soon after the one before.
    'Cut Anna 10:00 30 25',
    'Cut Berta 10:10 45 20',
    'none Anna 10:00 30 0',
    'none Berta 10:00 30 0',
  ]);
  app.clock.set('2026-03-02T08:35:00Z');
  assert.deepEqual(
    (await app.list(app.as)).filter((line) => line.includes('Anna')),
    ['Cut Anna 12:10 30 25', 'none Anna 12:00 30 0'],
    'at 10:35, half an hour would meet the next appointment',
  );
});

test('a time that is offered is saved without a question', async () => {
  await using app = await shop();
  const { answer } = await app.call(visits.getWalkIns, {}, app.as);
  for (const { serviceId, calendarId, minutes, price, start } of answer) {
    const part = { serviceId, title: serviceId ? '' : 'Walk-in', calendarId, minutes, price, start };
    const saved = await app.call(visits.insertVisit, { isWalkIn: true, parts: [part] }, app.as);
    assert.equal(saved.status, 200, JSON.stringify(part));
    await app.call(visits.changeStatus, { id: saved.answer.id, status: 'cancelled', notify: false }, app.as);
  }
});

test('people are offered where they work and while they do; employees see themselves', async () => {
  await using app = await shop();
  const other = await buildLocation(app, app.company, { name: 'Harbour' });
  const stranger = await buildBusiness(app);
  for (const { id } of [other, stranger.location]) assert.deepEqual(await app.list(app.as, { locationId: id }), []);
  assert.equal((await app.list(app.as, { locationId: app.location.id })).length, 5);
  const berta = await signIn(app, app.berta);
  assert.deepEqual(await app.list(berta), [
    'Colour Berta 10:00 90 80',
    'Cut Berta 10:10 45 20',
    'none Berta 10:00 30 0',
  ]);
  app.clock.set('2026-03-02T20:00:00Z');
  assert.deepEqual(await app.list(await signIn(app, app.anna)), []);
});

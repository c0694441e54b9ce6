// Tests of the Idempotency-Key header: a request sent twice makes one booking.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import type { Input } from '#contract/lib/service.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

type RequestFields = Partial<Input<typeof publicCalendars.insertEvent>>;

function book(app: TestApp, { locationUrlName, urlName }: BuiltEmployee, key: string, fields: RequestFields = {}) {
  const time = { start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:15:00Z' };
  const whole = { locationUrlName, userUrlName: urlName, ...time, name: 'Mara', eMail: 'mara@example.org', ...fields };
  return app.call(publicCalendars.insertEvent, whole, { headers: { 'idempotency-key': key } });
}

const count = async (app: TestApp) => (await app.database.read.selectFrom('events').select('id').execute()).length;

test('the same key and body return the same answer, even after the hold has expired or the time has passed', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { answer } = await book(app, employee, 'k');
  assert.deepEqual((await book(app, employee, 'k')).answer, answer);
  assert.equal(await count(app), 1);
  const { id, token } = answer;
  assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 200, 'its token works');
  app.clock.advance({ hours: 5 });
  assert.deepEqual((await book(app, employee, 'k')).answer, answer);
  assert.equal(await count(app), 1);
});

test('the same key with another body is a conflict', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location);
  await book(app, employee, 'k');
  const later = { start: '2026-03-02T11:00:00Z', end: '2026-03-02T11:15:00Z' };
  const others: [BuiltEmployee, RequestFields][] = [
    [employee, later],
    [employee, { name: 'Marta' }],
    [employee, { title: 'x' }],
    [colleague, {}],
  ];
  for (const [whose, fields] of others) {
    const answer = await book(app, whose, 'k', fields);
    assert.deepEqual([answer.status, JSON.parse(answer.body).Code], [409, 'booking.keyUsed']);
  }
  assert.equal(await count(app), 1);
});

test('keys are separate per company, and long ones are compared in full', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const other = (await buildBusiness(app)).employee;
  const first = await book(app, employee, 'k');
  const second = await book(app, other, 'k');
  assert.notEqual(second.answer.id, first.answer.id);
  const long = 'x'.repeat(300);
  const later = { start: '2026-03-02T11:00:00Z', end: '2026-03-02T11:15:00Z' };
  assert.equal((await book(app, employee, `${long}a`, later)).status, 200);
  assert.equal((await book(app, employee, `${long}b`, later)).status, 417, 'another request, for a time that is taken');
});

test('a refused request does not use up its key', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id, token } = (await book(app, employee, 'one')).answer;
  assert.equal((await book(app, employee, 'two')).status, 417);
  await app.call(publicCalendars.deleteEvent, { id, token });
  assert.equal((await book(app, employee, 'two')).status, 200);
});

test('neither the key nor the token is readable in the database', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { answer } = await book(app, employee, 'a-key-of-mine');
  const { read } = app.database;
  const rows = [
    await read.selectFrom('idempotencyKeys').selectAll().execute(),
    await read.selectFrom('visits').selectAll().execute(),
  ];
  for (const secret of ['a-key-of-mine', answer.token]) assert.ok(!JSON.stringify(rows).includes(secret));
});

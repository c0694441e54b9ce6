// Bookings cannot flood the address of a person who never booked, nor can one visitor take a calendar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { maxBookingsADay, maxOpenHolds, maxOpenRequests } from './booking-limits.ts';

const victim = 'Victim@Example.org';

/** Holds 15 minutes from the given quarter of an hour on, on 3 March 2026. */
function hold(
  app: TestApp,
  employee: BuiltEmployee,
  quarter: number,
  eMail = victim,
  headers?: Record<string, string>,
) {
  const start = Temporal.Instant.from('2026-03-03T07:00:00Z').add({ minutes: 15 * quarter });
  return app.call(
    publicCalendars.insertEvent,
    {
      locationUrlName: employee.locationUrlName,
      userUrlName: employee.urlName,
      start: start.toString(),
      end: start.add({ minutes: 15 }).toString(),
      name: 'Mara',
      eMail,
    },
    { headers },
  );
}

async function request(app: TestApp, employee: BuiltEmployee, quarter: number, eMail = victim) {
  const held = await hold(app, employee, quarter, eMail);
  if (held.status !== 200) return held;
  const { id, token } = held.answer;
  return app.call(publicCalendars.confirmEvent, { id, token });
}

const mailsTo = async (app: TestApp, eMail: string) =>
  (await storedMails(app)).filter(({ toEMail }) => toEMail.toLowerCase() === eMail.toLowerCase());

/** The visitor opens the newest mail and acts. */
async function act(app: TestApp, eMail: string, action: 'confirm' | 'cancell') {
  const mail = (await mailsTo(app, eMail)).at(-1);
  const [, actionHash = ''] = /\/appointment\/([\w-]+)\//.exec(mail?.plain ?? '') ?? [];
  const { status } = await app.call(publicCalendars.processAppointment, { actionHash, action });
  assert.equal(status, 200);
}

const messageOf = ({ body }: { body: string }) => JSON.parse(body).Code;

test('an unproved address has at most five open requests, over all companies', async () => {
  await using app = await testApp();
  const one = (await buildBusiness(app)).employee;
  const other = (await buildBusiness(app)).employee;
  // Held before the limit is reached, so that confirming is refused.
  const early = (await hold(app, other, 20, victim.toLowerCase())).answer;
  for (let i = 0; i < maxOpenRequests; i++) assert.equal((await request(app, i % 2 ? one : other, i)).status, 200);
  const refused = await hold(app, one, 10);
  assert.equal(refused.status, 429);
  assert.equal(messageOf(refused), 'booking.tooManyRequests');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const confirmed = await app.call(publicCalendars.confirmEvent, { id: early.id, token: early.token });
  assert.equal(confirmed.status, 429);
  const { status } = await app.database.read
    .selectFrom('visits')
    .select('status')
    .where('id', '=', early.id)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'held', 'the visitor can try again');
  assert.equal((await mailsTo(app, victim)).length, maxOpenRequests);
  assert.equal((await hold(app, one, 10, 'another@example.org')).status, 200);
});

test('a visitor holds at most five times of a company at once, of one person or of several', async () => {
  await using app = await testApp({ env: { BOOKINGS_PER_MINUTE: '1000' } });
  const { employee, location } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location);
  for (let i = 0; i < maxOpenHolds; i++) {
    assert.equal((await hold(app, i % 2 ? employee : colleague, i, `mara${i}@example.org`)).status, 200);
  }
  const refused = await hold(app, colleague, 10, 'mara@example.org');
  assert.deepEqual([refused.status, messageOf(refused)], [429, 'booking.tooManyHolds']);
  const { employee: other } = await buildBusiness(app);
  assert.equal((await hold(app, other, 10, 'mara@example.org')).status, 200);
});

test('cancelling answers a request; confirming proves the address, which then has more', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  for (let i = 0; i < maxOpenRequests; i++) await request(app, employee, i);
  await act(app, victim, 'cancell');
  assert.equal((await request(app, employee, 10)).status, 200);
  assert.equal((await hold(app, employee, 11)).status, 429, 'cancelling proves nothing');
  await act(app, victim, 'confirm');
  for (let i = 12; i < 20; i++) assert.equal((await request(app, employee, i)).status, 200);
});

test('the verified address of an account is proved, an unverified one is not', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const verified = await buildBusiness(app, { logIn: 'verified@example.org' });
  await buildBusiness(app, { logIn: 'unverified@example.org', isEMailVerified: false });
  for (let i = 0; i < 7; i++) assert.equal((await request(app, employee, i, verified.employee.logIn)).status, 200);
  const statuses = [];
  for (let i = 7; i < 14; i++) statuses.push((await request(app, employee, i, 'unverified@example.org')).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
});

test('at most 10 mails a day go to one unproved address, over all companies and causes', async () => {
  await using app = await testApp();
  const one = await buildBusiness(app);
  const other = await buildBusiness(app);
  let quarter = 0;
  for (let round = 0; round < 8; round++) {
    const { employee } = round % 2 ? one : other;
    await request(app, employee, quarter++);
    if (round < 5) await act(app, victim, 'cancell');
  }
  // Mails of staff count as well, from another company's calendar too.
  const event = await buildEvent(app, one.employee, {
    start: '2026-03-04T08:00:00Z',
    eMail: victim,
    name: 'Mara',
    status: 'requested',
  });
  const queue = (kind: 'changed' | 'reminder') =>
    transaction({ ...app, db: app.database.write }, (tx) =>
      queueAppointmentMail(tx, kind, { companyId: one.company.id, id: event.id }),
    );
  const left = async () => (await mailsTo(app, victim)).filter(({ state }) => state !== 'failed').length;
  assert.ok(await queue('changed'));
  assert.equal((await mailsTo(app, victim)).length, 11, 'staff see one that does not leave');
  await assert.rejects(queue('reminder'), { status: 429, code: 'booking.tooManyMails' });
  assert.equal(await left(), 10);
  app.clock.advance({ hours: 24 });
  assert.ok(await queue('reminder'));
});

test('of requests made at the same time, no more than the limit succeed', async () => {
  await using app = await testApp();
  const calendars = await Promise.all([1, 2, 3].map(() => buildBusiness(app)));
  const holds = [];
  for (let i = 0; i < 9; i++) holds.push((await hold(app, calendars[i % 3]?.employee as BuiltEmployee, i)).answer);
  const answers = await Promise.all(
    holds.map(({ id, token }) => app.call(publicCalendars.confirmEvent, { id, token })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, maxOpenRequests);
  assert.equal((await mailsTo(app, victim)).length, maxOpenRequests);
});

test('a visitor confirms 20 times of a calendar a day, also what other networks held', async () => {
  await using app = await testApp({ env: { BOOKINGS_PER_MINUTE: '1000', TRUST_PROXY: 'true' } });
  const { employee } = await buildBusiness(app);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const answers = [];
  for (let i = 0; i < maxBookingsADay + 1; i++) {
    // Two networks, each within the limit of holds.
    const held = await hold(app, employee, i, `visitor-${i}@example.org`, from(`192.0.2.${1 + (i % 2)}`));
    const { id, token } = held.answer;
    answers.push(await app.call(publicCalendars.confirmEvent, { id, token }, { headers: from('198.51.100.7') }));
  }
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses, [...Array(maxBookingsADay).fill(200), 429]);
  assert.equal(messageOf(answers.at(-1) ?? { body: '{}' }), 'booking.tooManyToday');
});

test('a visitor holds five times of a calendar at once, and books 20 a day', async () => {
  await using app = await testApp({ env: { BOOKINGS_PER_MINUTE: '1000' } });
  const { employee } = await buildBusiness(app);
  const { employee: colleague } = await buildBusiness(app);
  const holds = [];
  for (let i = 0; i < maxOpenHolds; i++) holds.push((await hold(app, employee, i, `visitor-${i}@example.org`)).answer);
  const refused = await hold(app, employee, 10, 'more@example.org');
  assert.equal(refused.status, 429);
  assert.equal(messageOf(refused), 'booking.tooManyHolds');
  assert.equal((await hold(app, colleague, 10, 'more@example.org')).status, 200, 'another calendar');
  for (const { id, token } of holds) await app.call(publicCalendars.deleteEvent, { id, token });
  for (let i = maxOpenHolds; i < maxBookingsADay; i++) {
    const { id, token } = (await hold(app, employee, i, `visitor-${i}@example.org`)).answer;
    assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 200);
  }
  const last = await hold(app, employee, 30, 'more@example.org');
  assert.equal(last.status, 429);
  assert.equal(messageOf(last), 'booking.tooManyToday');
  app.clock.advance({ hours: 16 });
  assert.equal((await hold(app, employee, 30, 'more@example.org')).status, 200, 'another day');
});

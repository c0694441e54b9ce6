// Tests how many mails one address receives, and one company sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { companyInvitations } from '#contract/identity/invitations.ts';
import { user } from '#contract/identity/sign-in.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { countOfDay, giveBackOfDay } from '#server/lib/http/throttle.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { maxMailsADay } from './limit-mails.ts';

const victim = 'victim@example.org';
let start = Temporal.Instant.from('2026-03-04T08:00:00Z');

const mailsTo = (app: TestApp, address: string) =>
  app.database.read.selectFrom('emailMessages').select('subject').where('toEMail', '=', address).execute();

test('invitations of all companies to one unproved address end at the limit of the day, and a new link counts', async () => {
  await using app = await testApp();
  const statuses: number[] = [];
  for (let company = 0; company < 4; company++) {
    const { employee } = await buildBusiness(app, { actions: ['admin'] });
    const headers = await signIn(app, employee);
    statuses.push((await app.call(companyUsers.invite, { eMail: victim }, headers)).status);
    for (let again = 0; again < 2; again++) {
      // A new link is a new invitation.
      const { answer } = await app.call(companyInvitations.operations.getPaginated, {}, headers);
      const [invitation] = answer.invitations;
      if (!invitation) continue;
      statuses.push((await app.call(companyInvitations.operations.sendAgain, { id: invitation.id }, headers)).status);
    }
  }
  assert.deepEqual(statuses, [...Array(maxMailsADay.unproved).fill(204), 429, 429]);
  assert.equal((await mailsTo(app, victim)).length, maxMailsADay.unproved);
});

test('people invite others once their own address is verified', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'], isEMailVerified: false });
  const headers = await signIn(app, employee);
  const refused = await app.call(companyUsers.invite, { eMail: victim }, headers);
  assert.equal(refused.status, 417);
  assert.match(refused.body, /EMail.*Verify your e-mail address first/);
  assert.deepEqual(await mailsTo(app, victim), []);
});

test('mails about accounts and appointments to an unproved address count together, and leave it the way to recover', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { logIn: victim, isEMailVerified: false });
  const headers = await signIn(app, employee);
  for (let sent = 0; sent < maxMailsADay.unproved + 2; sent++) {
    const { status } = await app.call(user.sendVerification, {}, headers);
    assert.equal(status, sent < maxMailsADay.unproved ? 204 : 429);
    app.clock.advance({ minutes: 16 });
  }
  const other = await buildBusiness(app);
  const event = await buildEvent(app, other.employee, { start, eMail: victim, name: 'Mara' });
  await assert.rejects(
    transaction({ ...app, db: app.database.write }, (tx) =>
      queueAppointmentMail(tx, 'reminder', { companyId: other.company.id, id: event.id }),
    ),
    { status: 429 },
  );
  assert.equal((await mailsTo(app, victim)).length, maxMailsADay.unproved);
  // A request for a new password has the same answer in every case.
  for (let asked = 0; asked < maxMailsADay.recover + 2; asked++) {
    assert.ok((await app.call(user.resetPassword, { eMail: victim })).status < 300);
    app.clock.advance({ minutes: 16 });
  }
  assert.equal((await mailsTo(app, victim)).length, maxMailsADay.unproved + maxMailsADay.recover);
});

test('a company sends one customer 20 mails in 24 hours, and no more than its own limit to all', async () => {
  await using app = await testApp({ env: { MAILS_PER_DAY: '22' } });
  const { employee, company } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const proved = (await buildBusiness(app)).employee.logIn;
  const event = await buildEvent(app, employee, { start, eMail: proved, name: 'Mara' });
  const statuses = [];
  for (let sent = 0; sent < maxMailsADay.ofCompany + 1; sent++) {
    statuses.push((await app.call(calendars.sendEmailNotification, { id: event.id }, headers)).status);
  }
  assert.deepEqual(statuses, [...Array(maxMailsADay.ofCompany).fill(200), 429]);
  const queue = async () => {
    const logIn = (await buildBusiness(app)).employee.logIn;
    start = start.add({ hours: 1 });
    const { id } = await buildEvent(app, employee, { start, eMail: logIn, name: 'Mara' });
    const mailId = await transaction({ ...app, db: app.database.write }, (tx) =>
      queueAppointmentMail(tx, 'changed', { companyId: company.id, id }),
    );
    const { state, reason } = await app.database.read
      .selectFrom('deliveries')
      .select(['state', 'reason'])
      .where('id', '=', mailId ?? '')
      .executeTakeFirstOrThrow();
    return `${state}: ${reason}`;
  };
  // The refused mail was rolled back with its count.
  const queued = [await queue(), await queue(), await queue()];
  assert.deepEqual(queued, ['queued: ', 'queued: ', 'failed: limit']);
});

test('a day of mails is 24 hours long wherever it begins, and counts that are made at the same time add up', async () => {
  await using app = await testApp({ now: '2026-03-02T22:30:00Z' });
  const limit = { action: 'test', subject: 'one', max: 10, rows: 4 };
  const count = () => transaction({ ...app, db: app.database.write }, (tx) => countOfDay(tx, limit));
  const first = await Promise.all(Array.from({ length: 8 }, count));
  assert.ok(first.every((refusal) => refusal === undefined));
  app.clock.set('2026-03-03T01:00:00Z');
  const next = [await count(), await count(), await count()];
  assert.deepEqual(
    next.map((refusal) => refusal?.status),
    [undefined, undefined, 429],
  );
  // A refused attempt does not count, and one that is given back allows another.
  await transaction({ ...app, db: app.database.write }, (tx) =>
    giveBackOfDay(tx, limit, Temporal.Instant.from('2026-03-02T22:30:00Z')),
  );
  assert.deepEqual([(await count())?.status, (await count())?.status], [undefined, 429]);
  app.clock.set('2026-03-03T23:00:00Z');
  assert.equal(await count(), undefined);
});

test('100 saves at once never queue more mails than the limit, and what they withdraw is given back', async () => {
  await using app = await testApp({ env: { UNDO_SECONDS: '30' } });
  const desks = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { employee } = await buildBusiness(app, { actions: ['user'] });
      return { calendarId: employee.calendarId, headers: await signIn(app, employee) };
    }),
  );
  const time = (hour: number) => start.add({ hours: hour }).toString();
  const save = async ({ calendarId, headers }: (typeof desks)[number]) => {
    const customer = { name: 'Mara', eMail: victim, title: 'Haircut', acceptOverlap: true };
    const input = { calendarId, ...customer, start: time(0), end: time(1) };
    for (;;) {
      const saving = await app.call(calendars.insertEvent, input, headers);
      // On a busy machine some wait too long for a connection: a client tries again.
      if (saving.status !== 503) return { id: saving.answer.id, headers };
    }
  };
  const queued = async () => {
    const rows = await app.database.read
      .selectFrom('deliveries')
      .select('state')
      .where('address', '=', victim)
      .execute();
    return rows.filter(({ state }) => state === 'queued').length;
  };
  const saved = await Promise.all(Array.from({ length: 40 }, (_, n) => save(desks[n % 4] ?? assert.fail())));
  assert.equal(await queued(), maxMailsADay.unproved);
  // Moved, cancelled and added at the same time: what one withdraws, another one takes.
  await Promise.all([
    ...saved
      .slice(0, 25)
      .map(({ id, headers }) => app.call(calendars.updateEvent, { id, start: time(2), end: time(3) }, headers)),
    ...saved.slice(25).map(({ id, headers }) => app.call(calendars.deleteEvent, { id }, headers)),
    ...Array.from({ length: 20 }, (_, n) => save(desks[n % 4] ?? assert.fail())),
  ]);
  assert.ok((await queued()) <= maxMailsADay.unproved, `${await queued()} mails`);
  // The count is that of the mails which leave: exactly so many more fit.
  const before = await queued();
  for (let n = 0; n < 15; n++) await save(desks[n % 4] ?? assert.fail());
  assert.equal(await queued(), maxMailsADay.unproved, `${before} before`);
});

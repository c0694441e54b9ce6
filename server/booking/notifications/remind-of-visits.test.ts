// Tests of the reminders before visits: which leave when, to whom, and which do not leave any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyServices } from '#contract/booking/services.ts';
import { visits } from '#contract/booking/visits.ts';
import { company } from '#contract/company/details.ts';
import { account, push } from '#contract/identity/account.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { systemProblems } from '#contract/messaging/problems.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, changeVisit } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { visitMayStillSend } from './may-still-send.ts';
import { remindOfVisits } from './remind-of-visits.ts';
import { visitWhenSent } from './when-sent.ts';

type Business = Awaited<ReturnType<typeof buildBusiness>>;

/** A confirmed visit that was made a week before the beginning of the test. */
async function buildVisit(app: TestApp, { employee }: Business, start: string, given: Record<string, string> = {}) {
  const event = { name: 'Mara', eMail: 'mara@example.test', language: 'en', ...given };
  const { id } = await buildEvent(app, employee, { start, userId: null, ...event });
  await change(app, id, { createdAt: Temporal.Instant.from('2026-02-23T08:00:00Z') });
  return id;
}

function change(app: TestApp, id: string, columns: Record<string, unknown>) {
  return changeVisit(app, id, columns);
}

/** Runs the job at an instant; the job of the minute before has run, too. */
async function runAt(app: TestApp, instant: string): Promise<number> {
  app.clock.set(Temporal.Instant.from(instant).subtract({ minutes: 1 }));
  await remindOfVisits(app);
  app.clock.set(instant);
  return remindOfVisits(app);
}

test('a customer is reminded a day and two hours before, once each', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app);
  const id = await buildVisit(app, business, '2026-03-04T12:00:00Z');
  assert.equal(await runAt(app, '2026-03-03T11:59:00Z'), 0);
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 1);
  app.clock.advance({ minutes: 1 });
  assert.equal(await remindOfVisits(app), 0);
  assert.equal(await runAt(app, '2026-03-04T10:00:00Z'), 1);
  const sent = await storedMails(app);
  assert.deepEqual(
    sent.map((mail) => [mail.toEMail, mail.lane, mail.expiresAt?.toString(), mail.causeKey]),
    [24, 2].map((lead) => [
      'mara@example.test',
      'turn',
      '2026-03-04T11:00:00Z',
      `reminder:${id}:customer:mail:${lead}:${Temporal.Instant.from('2026-03-04T12:00:00Z').epochMilliseconds / 1000}`,
    ]),
  );
  assert.match(sent[0]?.plain ?? '', /\/appointment\/[\w-]{43}\/cancell/);
});

test('two runs at once, and a run that is repeated, queue a reminder once', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app);
  await buildVisit(app, business, '2026-03-04T12:00:00Z');
  app.clock.set('2026-03-03T12:00:00Z');
  const queued = await Promise.all([remindOfVisits(app), remindOfVisits(app)]);
  assert.equal(queued[0] + queued[1], 1);
  await app.database.write.deleteFrom('reminderRuns').execute();
  assert.equal(await remindOfVisits(app), 0);
  assert.equal((await storedMails(app)).length, 1);
});

/** Mail to this address cannot be written. */
async function breakMail(app: TestApp, address: string, code: string) {
  const { write } = app.database;
  await sql
    .raw(`create function break_mail() returns trigger language plpgsql as $$
      begin raise exception 'broken' using errcode = '${code}'; end $$`)
    .execute(write);
  await sql
    .raw(`create trigger broken before insert on email_messages for each row
      when (new.to_e_mail = '${address}') execute function break_mail()`)
    .execute(write);
}

test('a reminder that cannot be queued holds up no other, and is not tried for ever', async () => {
  await using app = await testApp();
  for (const name of ['first', 'second']) {
    await buildVisit(app, await buildBusiness(app), '2026-03-04T12:00:00Z', { name, eMail: `${name}@example.test` });
  }
  await breakMail(app, 'first@example.test', '23514');
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 1);
  const found = await storedMails(app);
  assert.deepEqual(
    found.map(({ toEMail }) => toEMail),
    ['second@example.test'],
  );
  app.clock.advance({ minutes: 1 });
  assert.equal(await remindOfVisits(app), 0);
});

test('a database that is away ends the run, and the next one queues what was left', async () => {
  await using app = await testApp();
  for (const name of ['first', 'second']) {
    await buildVisit(app, await buildBusiness(app), '2026-03-04T12:00:00Z', { name, eMail: `${name}@example.test` });
  }
  await breakMail(app, 'first@example.test', '57P03');
  await assert.rejects(runAt(app, '2026-03-03T12:00:00Z'), /broken/);
  await sql`drop trigger broken on email_messages`.execute(app.database.write);
  app.clock.advance({ minutes: 1 });
  await remindOfVisits(app);
  const found = await storedMails(app);
  assert.deepEqual(found.map(({ toEMail }) => toEMail).toSorted(), ['first@example.test', 'second@example.test']);
});

test('a pause of the server delays reminders, up to an hour before the start', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app);
  await remindOfVisits(app);
  await buildVisit(app, business, '2026-03-02T13:00:00Z', { name: 'Still', eMail: 'still@example.test' });
  await buildVisit(app, business, '2026-03-02T12:00:00Z', { name: 'Late', eMail: 'late@example.test' });
  app.clock.set('2026-03-02T11:10:00Z');
  await remindOfVisits(app);
  assert.deepEqual(
    (await storedMails(app)).map(({ toEMail }) => toEMail),
    ['still@example.test'],
  );
});

test('a reminder that was due before the visit was made is not sent', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app);
  const id = await buildVisit(app, business, '2026-03-02T11:00:00Z');
  await remindOfVisits(app);
  await change(app, id, { createdAt: Temporal.Instant.from('2026-03-02T09:00:30Z') });
  assert.equal(await runAt(app, '2026-03-02T09:01:00Z'), 0);
});

test('quiet hours of the place bring a reminder forward, also on the night of a clock change', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app);
  // 08:30 in Riga: two hours before is 06:30, a day before is 08:30.
  await buildVisit(app, business, '2026-03-04T06:30:00Z');
  assert.equal(await runAt(app, '2026-03-03T06:30:00Z'), 1);
  assert.equal(await runAt(app, '2026-03-03T18:59:00Z'), 0);
  assert.equal(await runAt(app, '2026-03-03T19:00:00Z'), 1, '21:00 of the evening before');
  assert.equal(await runAt(app, '2026-03-04T04:30:00Z'), 0);
  // The clocks go forward on 29 March: 21:00 of the 28th is still winter time.
  await buildVisit(app, business, '2026-03-29T05:30:00Z', { eMail: 'spring@example.test' });
  assert.equal(await runAt(app, '2026-03-28T19:00:00Z'), 1);
  const siesta = { quietFrom: 13, quietUntil: 15 };
  await app.database.write.updateTable('companies').set(siesta).execute();
  await buildVisit(app, business, '2026-04-08T14:00:00Z', { eMail: 'noon@example.test' });
  assert.equal(await runAt(app, '2026-04-08T12:00:00Z'), 1, 'due at 15:00, when the quiet hours end');
  await buildVisit(app, business, '2026-04-09T13:00:00Z', { eMail: 'siesta@example.test' });
  assert.equal(await runAt(app, '2026-04-09T10:00:00Z'), 1, '13:00 instead of 14:00');
});

test('a moved visit is reminded of again; the reminder of its former time is not sent', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const business = await buildBusiness(app);
  const id = await buildVisit(app, business, '2026-03-04T12:00:00Z');
  await runAt(app, '2026-03-03T12:00:00Z');
  const startAt = Temporal.Instant.from('2026-03-05T12:00:00Z');
  await change(app, id, { startAt, endAt: startAt.add({ hours: 1 }) });
  await send(app);
  assert.equal(server.mails.length, 0);
  assert.deepEqual(
    (await storedMails(app)).map(({ state }) => state),
    ['cancelled'],
  );
  assert.equal(await runAt(app, '2026-03-04T12:00:00Z'), 1);
  await send(app);
  assert.equal(server.mails.length, 1);
});

async function send(app: TestApp) {
  const outbox = openMessaging(app, { mayStillSend: visitMayStillSend, whenSent: visitWhenSent });
  await outbox.drain();
  await outbox.close();
}

test('the time of a reminder is that of its sending: neither of its queuing, nor of one that is kept', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp();
  const business = await buildBusiness(app);
  const id = await buildVisit(app, business, '2026-03-04T12:00:00Z');
  const remindedAt = async () =>
    (
      await app.database.write
        .selectFrom('visits')
        .select('eMailReminderSentAt')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.eMailReminderSentAt;
  await runAt(app, '2026-03-03T12:00:00Z');
  assert.equal(await remindedAt(), null);
  await send(app);
  assert.equal((await storedMails(app))[0]?.state, 'kept');
  assert.equal(await remindedAt(), null);
  await runAt(app, '2026-03-04T10:00:00Z');
  app.clock.advance({ minutes: 3 });
  app.config.smtpUrl = server.url;
  await send(app);
  assert.equal(server.mails.length, 1);
  assert.equal((await remindedAt())?.toString(), '2026-03-04T10:03:00Z');
});

test('a copy for others is no reminder of the customer, and a message that a person knows to have arrived is one', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const business = await buildBusiness(app);
  const { company: ofBusiness } = business;
  const id = await buildVisit(app, business, '2026-03-04T12:00:00Z');
  const admin = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const remindedAt = async () =>
    (
      await app.database.write
        .selectFrom('visits')
        .select('eMailReminderSentAt')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.eMailReminderSentAt;
  const start = Temporal.Instant.from('2026-03-04T12:00:00Z').epochMilliseconds / 1000;
  const upcoming = `reminder:${id}:customer:mail:24:${start}`;
  const mail = { companyId: ofBusiness.id, toEMail: 'mara@example.test' };
  await buildMail(app, { ...mail, causeKind: 'visit.upcoming', causeKey: `${upcoming}:copy` });
  await buildMail(app, { ...mail, causeKind: 'visit.reminder', causeKey: `${id}:${id}:copy` });
  await send(app);
  assert.equal(server.mails.length, 2);
  assert.equal(await remindedAt(), null);
  const uncertain = await buildMail(app, {
    ...mail,
    ...{ causeKind: 'visit.upcoming', causeKey: upcoming, state: 'uncertain', reason: 'uncertain', guarantee: 'once' },
  });
  const { markArrived } = systemProblems.operations;
  assert.equal((await app.call(markArrived, { ids: [uncertain] }, admin)).answer.changed, 1);
  assert.equal((await remindedAt())?.toString(), app.clock.now().toString());
});

test('a cancelled visit and a customer without messages get no reminder, not even a queued one', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const business = await buildBusiness(app);
  const contact = await buildContact(app, business.company, { name: 'Quiet', eMail: 'quiet@example.test' });
  await buildVisit(app, business, '2026-03-04T08:00:00Z', { contactId: contact.id, eMail: 'quiet@example.test' });
  await buildVisit(app, business, '2026-03-04T09:00:00Z', { status: 'cancelled' });
  const later = await buildVisit(app, business, '2026-03-04T10:00:00Z');
  assert.equal(await runAt(app, '2026-03-03T08:00:00Z'), 1);
  assert.equal(await runAt(app, '2026-03-03T09:00:00Z'), 0);
  assert.equal(await runAt(app, '2026-03-03T10:00:00Z'), 1);
  await change(app, later, { status: 'cancelled' });
  const { write } = app.database;
  await write.updateTable('contacts').set({ preferredChannel: 'none' }).where('id', '=', contact.id).execute();
  await send(app);
  assert.equal(server.mails.length, 0);
  assert.equal(await runAt(app, '2026-03-04T06:00:00Z'), 0);
});

test('employees are reminded by e-mail, by push or by both, once each; push is an item of the feed', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app, { logIn: 'anna@barber.test' });
  const cookie = await signIn(app, business.employee);
  const visit = await buildVisit(app, business, '2026-03-04T12:00:00Z', { eMail: '' });
  await app.call(account.setPushNotificationsState, { isEnabled: true }, cookie);
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  await app.call(push.setToken, { token: JSON.stringify({ endpoint: 'https://push.test/1', keys }) }, cookie);
  // The test takes days: sessions end.
  const set = async (reminderChannels?: ('mail' | 'push')[]) =>
    app.call(
      account.setReminderLeads,
      { reminderLeads: [24, 12, 2], reminderChannels },
      await signIn(app, business.employee),
    );
  assert.deepEqual((await set(['mail', 'push'])).answer.reminderChannels, ['mail', 'push']);
  assert.equal((await set([])).status, 417);
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 2);
  await app.database.write.deleteFrom('reminderRuns').execute();
  assert.equal(await remindOfVisits(app), 0, 'a repeated run');
  await set(['push']);
  assert.equal(await runAt(app, '2026-03-03T19:00:00Z'), 1);
  assert.deepEqual((await set()).answer.reminderChannels, ['push']);
  await set(['mail']);
  assert.equal(await runAt(app, '2026-03-04T10:00:00Z'), 1);
  const { answer } = await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, business.employee));
  assert.deepEqual(
    answer.map(({ type, text, link }) => [type, text, link]),
    [1, 2].map(() => [
      'calendarEvent',
      'Coming up: Mara, Appointment, Wed 4 Mar, 14:00',
      `/app/user/calendars?event=${visit}&date=2026-03-04`,
    ]),
  );
  const media = await app.database.read.selectFrom('deliveries').select('medium').orderBy('medium').execute();
  assert.deepEqual(
    media.map(({ medium }) => medium),
    ['mail', 'mail', 'push', 'push'],
  );
});

test('a visit of several services is reminded of at the hours of its first part only', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app, { actions: ['admin'] });
  const { employee } = business;
  const { write } = app.database;
  const services = [];
  for (const reminderLeads of [[24], [48, 5], [3]]) {
    const service = await buildService(app, employee, { minutes: 30 });
    await write.updateTable('services').set({ reminderLeads }).where('id', '=', service.id).execute();
    services.push(service);
  }
  const as = await signIn(app, employee);
  const book = async (eMail: string, start: string, chosen: readonly (string | null)[]) => {
    const parts = chosen.map((serviceId, index) => ({
      calendarId: employee.calendarId,
      serviceId,
      ...(!serviceId && { title: 'Tea' }),
      ...(index === 0 && { start }),
    }));
    const name = eMail.split('@')[0] ?? '';
    const { status } = await app.call(
      visits.insertVisit,
      { name, eMail, notify: false, acceptClosed: true, parts },
      as,
    );
    assert.equal(status, 200);
  };
  const [one, two, three] = services.map(({ id }) => id) as [string, string, string];
  await book('first@example.test', '2026-03-10T08:00:00Z', [one, two, three]);
  await book('last@example.test', '2026-03-10T11:00:00Z', [three, two, one]);
  // The hours of the company: a day and two hours before.
  await book('extra@example.test', '2026-03-10T14:00:00Z', [null, two]);
  app.clock.set('2026-03-07T00:00:00Z');
  await remindOfVisits(app);
  for (let hour = 0; hour < 4 * 24; hour++) {
    app.clock.advance({ hours: 1 });
    await remindOfVisits(app);
  }
  const leads = (await storedMails(app)).map(
    ({ toEMail, causeKey }) => `${toEMail.split('@')[0]} ${causeKey?.split(':')[4]}`,
  );
  assert.deepEqual(leads.sort(), ['extra 2', 'extra 24', 'first 24', 'last 3']);
});

test('services and the company say when customers are reminded, employees when they are themselves', async () => {
  await using app = await testApp();
  const business = await buildBusiness(app, { actions: ['admin'], logIn: 'anna@barber.test', firstName: 'Anna' });
  const { employee } = business;
  const cookie = await signIn(app, employee);
  const saved = await app.call(company.setReminderRules, { reminderLeads: [48], quietFrom: 0, quietUntil: 0 }, cookie);
  assert.deepEqual([saved.answer.reminderLeads, saved.answer.quietFrom], [[48], 0]);
  for (const reminderLeads of [[1], [2, 4, 12, 24]]) {
    assert.equal((await app.call(company.setReminderRules, { ...saved.answer, reminderLeads }, cookie)).status, 417);
  }
  const long = await buildService(app, employee, { name: 'Balayage' });
  const silent = await buildService(app, employee, { name: 'Fringe' });
  const { update, getPaginated } = companyServices.operations;
  const rows = (await app.call(getPaginated, {}, cookie)).answer.services;
  for (const [id, reminderLeads] of [
    [long.id, [72]],
    [silent.id, []],
  ] as const) {
    const row = rows.find((one) => one.id === id);
    assert.equal(row?.reminderLeads, null);
    const changed = await app.call(update, { id, version: row?.version, reminderLeads: [...reminderLeads] }, cookie);
    assert.deepEqual(changed.answer.reminderLeads, reminderLeads);
  }
  const mine = await app.call(account.setReminderLeads, { reminderLeads: [4] }, cookie);
  assert.deepEqual(mine.answer.reminderLeads, [4]);
  assert.deepEqual((await app.call(account.getAccount, {}, cookie)).answer.reminderLeads, [4]);
  await buildVisit(app, business, '2026-03-10T12:00:00Z', { serviceId: long.id, eMail: 'long@example.test' });
  await buildVisit(app, business, '2026-03-10T14:00:00Z', { serviceId: silent.id, eMail: 'silent@example.test' });
  await buildVisit(app, business, '2026-03-10T16:00:00Z', { eMail: 'plain@example.test' });
  const found: Record<string, number> = {};
  for (const hour of ['07T12', '08T12', '07T14', '08T14', '07T16', '08T16', '10T08', '10T10', '10T12'].sort()) {
    const count = await runAt(app, `2026-03-${hour}:00:00Z`);
    if (count > 0) found[hour] = count;
  }
  assert.deepEqual(found, { '07T12': 1, '08T16': 1, '10T08': 1, '10T10': 1, '10T12': 1 });
  const [first, second, notice] = await storedMails(app);
  assert.deepEqual([first?.toEMail, second?.toEMail], ['long@example.test', 'plain@example.test']);
  assert.equal(notice?.toEMail, 'anna@barber.test');
  assert.match(notice?.subject ?? '', /^Coming up: Mara, Tue,? 10 Mar/);
  assert.match(notice?.plain ?? '', /Mara has an appointment with you\./);
});

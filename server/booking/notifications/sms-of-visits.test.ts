// Tests of the SMS about visits: reminders, and the button of the calendar.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { company } from '#contract/company/details.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { inGsmWherePossible, smsParts } from '#server/messaging/sms/sms-parts.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { whenText } from './appointment-words.ts';
import { visitMayStillSend } from './may-still-send.ts';
import { remindOfVisits } from './remind-of-visits.ts';
import { visitWhenSent } from './when-sent.ts';

const start = '2026-03-04T12:00:00Z';

async function business(app: TestApp) {
  const built = await buildBusiness(app, { actions: ['admin', 'sys', 'user'] });
  await app.database.write.updateTable('companies').set({ country: 'Latvia' }).execute();
  return { ...built, headers: await signIn(app, built.employee) };
}
type Business = Awaited<ReturnType<typeof business>>;

/** A confirmed visit that was made a week before. */
async function buildVisit(app: TestApp, { employee }: Business, given: Record<string, unknown> = {}) {
  const event = { name: 'Mara', eMail: 'mara@example.test', language: 'en', phoneNumber: '20 000 001', ...given };
  const { id } = await buildEvent(app, employee, { start, userId: null, ...event });
  await app.database.write
    .updateTable('visits')
    .set({ createdAt: Temporal.Instant.from('2026-02-23T08:00:00Z') })
    .where('id', '=', id)
    .execute();
  return id;
}

async function gateway(app: TestApp, { headers }: Business, { host, port }: { host: string; port: number }) {
  const request = { method: 'POST' as const, path: '/', body: '{"to":"{{to}}","text":"{{text}}"}', idPath: 'id' };
  const given = {
    key: 'Main',
    kind: 'http' as const,
    host,
    port,
    headers: 'Content-Type: application/json',
    ...request,
  };
  await app.call(systemSmsGateways.operations.insert, given, headers);
}

async function runAt(app: TestApp, instant: string): Promise<number> {
  app.clock.set(Temporal.Instant.from(instant).subtract({ minutes: 1 }));
  await remindOfVisits(app);
  app.clock.set(instant);
  return remindOfVisits(app);
}

async function send(app: TestApp) {
  const outbox = openMessaging(app, { mayStillSend: visitMayStillSend, whenSent: visitWhenSent });
  await outbox.drain();
  await outbox.close();
}

const media = async (app: TestApp) =>
  (await app.database.write.selectFrom('deliveries').select(['medium', 'state']).orderBy('medium').execute()).map(
    ({ medium, state }) => `${medium} ${state}`,
  );

test('no day of 2027 makes an SMS one in Unicode, in any language', () => {
  const start = Temporal.ZonedDateTime.from('2027-01-01T16:30[Europe/Riga]');
  for (const language of languageKeys) {
    for (let day = 0; day < 365; day++) {
      const startAt = start.add({ days: day }).toInstant();
      const times = { startAt, endAt: startAt.add({ minutes: 30 }), startDate: null, endDate: null };
      const { short } = whenText({ ...times, timeZone: 'Europe/Riga' }, language);
      const write = (when: string) => `${'x'.repeat(100)} ${when}`;
      const message = inGsmWherePossible(write, short);
      assert.deepEqual([smsParts(message).parts, smsParts(message).isUnicode], [1, false], message);
      // In a text that needs Unicode anyway, the date is written as usual.
      assert.equal(
        inGsmWherePossible((when) => `Šodien ${when}`, short),
        `Šodien ${short}`,
      );
    }
  }
});

test('reminders leave by SMS only once the company says so, with a link that works and the time of their sending', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const built = await business(app);
  await gateway(app, built, server);
  const id = await buildVisit(app, built);
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 1);
  assert.deepEqual(await media(app), ['mail queued']);
  const headers = await signIn(app, built.employee);
  const rules = await app.call(company.setSmsRules, { smsReminders: true, smsCountries: [] }, headers);
  assert.deepEqual([rules.answer.smsReminders, rules.answer.smsCost], [true, 0]);
  assert.equal(await runAt(app, '2026-03-04T10:00:00Z'), 2);
  assert.equal(await remindOfVisits(app), 0);
  await send(app);
  const [request] = server.requests;
  const { to, text } = JSON.parse(request?.body ?? '{}');
  assert.equal(to, '+37120000001');
  const [, hash = ''] = /\/appointment\/([\w-]{22})\/cancell/.exec(text) ?? [];
  const { answer } = await app.call(publicCalendars.getAppointment, { actionHash: hash });
  assert.equal(answer.state, 'confirmed');
  const visit = await app.database.write
    .selectFrom('visits')
    .select(['smsReminderSentAt', 'eMailReminderSentAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(visit.smsReminderSentAt?.toString(), '2026-03-04T10:00:00Z');
  assert.equal(visit.eMailReminderSentAt, null, 'mails are kept');
});

test('the channel of the customer decides, and a number that can have no SMS gets a mail instead', async () => {
  await using app = await testApp();
  const built = await business(app);
  await app.database.write.updateTable('companies').set({ smsReminders: true }).execute();
  const contact = await buildContact(app, built.company);
  const reminded = async (channel: string, given: Record<string, unknown> = {}) => {
    await app.database.write.deleteFrom('deliveries').execute();
    await app.database.write.deleteFrom('reminderRuns').execute();
    await app.database.write.deleteFrom('events').execute();
    const id = await buildVisit(app, built, given);
    const { write } = app.database;
    await write.updateTable('contacts').set({ preferredChannel: channel }).where('id', '=', contact.id).execute();
    const sendSms = given.sendSms !== false;
    await write.updateTable('visits').set({ contactId: contact.id, sendSms }).where('id', '=', id).execute();
    await runAt(app, '2026-03-03T12:00:00Z');
    return (await media(app)).map((one) => one.split(' ')[0]).join(' ');
  };
  assert.equal(await reminded(''), 'mail sms');
  assert.equal(await reminded('email'), 'mail');
  assert.equal(await reminded('sms'), 'sms');
  assert.equal(await reminded('none'), '');
  assert.equal(await reminded('sms', { phoneNumber: '' }), 'mail');
  assert.equal(await reminded('sms', { phoneNumber: '+371 67 000 000' }), 'mail', 'a landline');
  assert.equal(await reminded('', { phoneNumber: '90012345' }), 'mail');
  assert.equal(await reminded('', { sendSms: false }), 'mail');
  assert.equal(await reminded('', { eMail: '' }), 'sms');
  await app.database.write.updateTable('companies').set({ smsReminders: false }).execute();
  assert.equal(await reminded('sms'), 'mail');
});

test('the SMS reminder of a moved visit is not sent, and its money is free again', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const built = await business(app);
  await gateway(app, built, server);
  await pay(app, built.company.id);
  await app.database.write.updateTable('companies').set({ smsReminders: true }).execute();
  const id = await buildVisit(app, built, { eMail: '' });
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 1);
  const startAt = Temporal.Instant.from('2026-03-05T12:00:00Z');
  await app.database.write
    .updateTable('visits')
    .set({ startAt, endAt: startAt.add({ hours: 1 }) })
    .where('id', '=', id)
    .execute();
  await send(app);
  assert.deepEqual([server.requests.length, await media(app)], [0, ['sms cancelled']]);
  const { rows } = await sql`select held::float8 as held, posted::float8 as posted from deposits`.execute(
    app.database.write,
  );
  assert.deepEqual(rows, [{ held: 0, posted: 1 }]);
  assert.equal(await runAt(app, '2026-03-04T12:00:00Z'), 1, 'a new one');
});

test('the SMS reminder that waited for money leaves in the morning', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const built = await business(app);
  await gateway(app, built, server);
  await sql`update unit_prices set price = 0.05 where company_id = ${built.company.id}`.execute(app.database.write);
  await app.database.write.updateTable('companies').set({ smsReminders: true }).execute();
  await buildVisit(app, built, { eMail: '' });
  assert.equal(await runAt(app, '2026-03-03T12:00:00Z'), 1);
  assert.deepEqual(await media(app), ['sms held']);
  // Three in the morning in Riga.
  app.clock.set('2026-03-04T01:00:00Z');
  await pay(app, built.company.id);
  await send(app);
  await send(app);
  assert.deepEqual([server.requests.length, await media(app)], [0, ['sms queued']]);
  app.clock.set('2026-03-04T06:00:00Z');
  await send(app);
  assert.deepEqual([server.requests.length, await media(app)], [1, ['sms sent']]);
});

async function pay(app: TestApp, companyId: string) {
  await sql`update unit_prices set price = 0.05 where company_id = ${companyId}`.execute(app.database.write);
  await transaction({ ...app, db: app.database.write }, (tx) =>
    topUp(tx, { companyId, units: 10_000, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
}

test('the button shows number, text and price before it sends, and why it cannot', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const built = await business(app);
  const { headers } = built;
  const id = await buildVisit(app, built);
  const why = async (event: string) =>
    (await app.call(calendars.sendSmsNotification, { id: event }, headers)).complaints.map(({ Message }) => Message)[0];
  assert.match((await why(id)) ?? '', /No SMS gateway/);
  await gateway(app, built, server);
  const unpriced = (await app.call(calendars.getSmsNotification, { id }, headers)).answer;
  assert.deepEqual([unpriced.price, unpriced.isPaid], [0, true]);
  await sql`update unit_prices set price = 0.05`.execute(app.database.write);
  const unpaid = (await app.call(calendars.getSmsNotification, { id }, headers)).answer;
  assert.deepEqual([unpaid.to, unpaid.parts, unpaid.price, unpaid.isPaid], ['+37120000001', 1, 0.05, false]);
  assert.match(unpaid.message, /reminds you of .*\/appointment\/…\/cancell/);
  const held = await app.call(calendars.sendSmsNotification, { id }, headers);
  assert.equal(held.answer.state, 'held');
  await pay(app, built.company.id);
  assert.equal((await app.call(calendars.getSmsNotification, { id }, headers)).answer.isPaid, true);
  assert.equal((await app.call(calendars.sendSmsNotification, { id }, headers)).answer.state, 'queued');
  await send(app);
  assert.equal(server.requests.length, 2, 'the one that waited, too');
  await app.call(calendars.sendSmsNotification, { id }, headers);
  assert.match((await why(id)) ?? '', /has had its SMS/);
  const limited = await app.call(calendars.getSmsNotification, { id }, headers);
  assert.match(limited.complaints[0]?.Message ?? '', /has had its SMS/);
  const asked = await buildVisit(app, built, { start: '2026-03-04T14:00:00Z', status: 'requested' });
  assert.match((await why(asked)) ?? '', /must confirm by e-mail/);
  const landline = await buildVisit(app, built, { start: '2026-03-04T15:00:00Z', phoneNumber: '67 000 000' });
  assert.match((await why(landline)) ?? '', /landline/);
  const silent = await buildVisit(app, built, { start: '2026-03-04T16:00:00Z', phoneNumber: '' });
  assert.match((await why(silent)) ?? '', /no phone number/);
  const past = await buildVisit(app, built, { start: '2026-02-24T16:00:00Z' });
  assert.match((await why(past)) ?? '', /is over/);
  const over = await app.call(calendars.getSmsNotification, { id: past }, headers);
  assert.match(over.complaints[0]?.Message ?? '', /is over/);
  const mail = await app.call(calendars.sendEmailNotification, { id: past }, headers);
  assert.match(mail.complaints[0]?.Message ?? '', /is over/);
  const other = await buildBusiness(app);
  const foreign = await buildEvent(app, other.employee, { start, userId: null, phoneNumber: '20000009' });
  assert.equal((await app.call(calendars.sendSmsNotification, { id: foreign.id }, headers)).status, 404);
});

// A company writes in its own name only from an address that was proved.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { company } from '#contract/company/details.ts';
import { user } from '#contract/identity/sign-in.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { parseSender } from '#server/lib/one-line.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const details = { name: 'Salon', address: '', country: '' };

async function salon(app: TestApp, options: Parameters<typeof buildBusiness>[1] = {}) {
  const business = await buildBusiness(app, { actions: ['admin'], ...options });
  const admin = await signIn(app, business.employee);
  const event = await buildEvent(app, business.employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'requested',
    name: 'Mara',
    eMail: 'mara@example.test',
    userId: null,
  });
  const set = (eMail: string) => app.call(company.update, { ...details, eMail }, admin);
  return { ...business, admin, set, event: { companyId: business.company.id, id: event.id } };
}

async function mailOf(app: TestApp, event: { companyId: string; id: string }) {
  const id = await transaction({ ...app, db: app.database.write }, (tx) => queueAppointmentMail(tx, 'request', event));
  const mail = (await storedMails(app)).find((each) => each.id === id) ?? assert.fail();
  const entry = new ICAL.Component(ICAL.parse(mail.calendarEntry ?? '')).getFirstSubcomponent('vevent');
  return { ...mail, organizer: String(entry?.getFirstPropertyValue('organizer')) };
}

/** The token of the newest link sent to the address. */
async function linkTo(app: TestApp, eMail: string): Promise<string> {
  const { plain } = (await storedMails(app, eMail)).at(-1) ?? assert.fail();
  const token = /\/user\/verify-company\/([\w-]{43})/.exec(plain)?.[1];
  assert.ok(token, plain);
  return token;
}

test('no mail leaves from an unverified address', async () => {
  await using app = await testApp();
  const { admin, set, event, company: built } = await salon(app);
  const installation = parseSender(app.config.mailFrom).address;
  await set('bank@example.test');
  await app.database.write
    .insertInto('emailTemplates')
    .values({
      id: randomUUIDv7(),
      companyId: built.id,
      key: 'request',
      language: 'en',
      subject: 'You have won',
      body: 'Follow this link\n\n{{confirmButton}}',
      fromEMail: 'bank@example.test',
      bccEMail: 'third@example.test',
      changedAt: app.clock.now(),
    })
    .execute();
  const before = await mailOf(app, event);
  assert.equal(before.fromEMail, installation);
  assert.equal(before.replyTo, '');
  assert.equal(before.organizer, `mailto:${installation}`);
  assert.ok(!JSON.stringify(before).includes('bank@example.test'));
  assert.match(before.subject, /^Please confirm/);
  assert.doesNotMatch(before.plain, /Follow this link/);
  const all = await app.database.read.selectFrom('emailMessages').select('toEMail').execute();
  assert.deepEqual(
    all.map(({ toEMail }) => toEMail),
    ['mara@example.test'],
    'nor a copy',
  );

  await app.call(company.sendVerification, {}, admin);
  await app.call(company.verify, { actionHash: await linkTo(app, 'bank@example.test') });
  const verified = await mailOf(app, event);
  assert.equal(verified.fromEMail, 'bank@example.test');
  assert.equal(verified.replyTo, 'bank@example.test');
  assert.equal(verified.organizer, 'mailto:bank@example.test');
  assert.equal(verified.subject, 'You have won');

  // The own text still names the old address.
  await set('other@example.test');
  const after = await mailOf(app, event);
  assert.deepEqual([after.fromEMail, after.replyTo], [installation, '']);
  assert.match(after.subject, /^Please confirm/);
  await verifyCompany(app, built, 'other@example.test');
  assert.equal((await mailOf(app, event)).fromEMail, installation);
});

test('opening the link shows what it verifies, a click verifies it once', async () => {
  await using app = await testApp();
  const { admin, set } = await salon(app);
  assert.equal((await set('hello@salon.test')).answer.isEMailVerified, false);
  assert.equal((await app.call(company.sendVerification, {}, admin)).status, 204);
  const actionHash = await linkTo(app, 'hello@salon.test');
  const shown = await app.call(company.getVerification, { actionHash });
  assert.deepEqual(shown.answer, { companyName: 'Salon', eMail: 'hello@salon.test', isVerified: false });
  assert.equal((await app.call(company.get, {}, admin)).answer.isEMailVerified, false);
  const clicks = await Promise.all([company.verify, company.verify].map((verify) => app.call(verify, { actionHash })));
  assert.deepEqual(
    clicks.map(({ status }) => status),
    [204, 204],
  );
  const audits = await app.database.read.selectFrom('userAudits').select('text').execute();
  assert.equal(
    audits.filter(({ text }) => text.startsWith('Verified the company')).length,
    1,
    'of two clicks, one counts',
  );
  const { isEMailVerified, eMailVerifiedAt } = (await app.call(company.get, {}, admin)).answer;
  assert.deepEqual([isEMailVerified, eMailVerifiedAt], [true, '2026-03-02T08:00:00Z']);
  assert.equal((await app.call(company.verify, { actionHash })).status, 204);
  const again = await app.call(company.getVerification, { actionHash });
  assert.deepEqual([again.status, again.answer.isVerified], [200, true], 'a used link says so');
  const stored = await app.database.read.selectFrom('actionLinks').select('tokenHash').execute();
  assert.ok(!JSON.stringify(stored).includes(actionHash));
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const rows = (await app.call(systemCompanies.operations.getPaginated, { search: 'Salon' }, sys)).answer.companies;
  assert.equal(rows[0]?.isEMailVerified, true);
});

test('a link verifies only the address it was sent to, while that is the address of the company', async () => {
  await using app = await testApp();
  const { admin, set } = await salon(app);
  await set('mine@salon.test');
  await app.call(company.sendVerification, {}, admin);
  const actionHash = await linkTo(app, 'mine@salon.test');
  await set('victim@example.test');
  assert.equal((await app.call(company.getVerification, { actionHash })).status, 404);
  assert.equal((await app.call(company.verify, { actionHash })).status, 404);
  assert.equal((await app.call(company.get, {}, admin)).answer.isEMailVerified, false);
  await set('MINE@salon.test');
  assert.equal((await app.call(company.verify, { actionHash })).status, 204);
  assert.equal((await set('victim@example.test')).answer.isEMailVerified, false);
});

test("the administrator's own address counts once it is verified, and no other", async () => {
  await using app = await testApp();
  const { set, employee } = await salon(app, { isEMailVerified: false, logIn: 'anna@salon.test' });
  assert.equal((await set('Anna@salon.test')).answer.isEMailVerified, false);
  await app.database.write
    .updateTable('users')
    .set({ eMailVerifiedAt: app.clock.now() })
    .where('id', '=', employee.userId)
    .execute();
  assert.equal((await set('Anna@salon.test')).answer.isEMailVerified, true);
  const other = await salon(app);
  assert.equal((await other.set('anna@salon.test')).answer.isEMailVerified, false);
  assert.equal((await other.set(other.employee.logIn)).answer.isEMailVerified, true);
});

test('a company that registers is verified with the address of its registrant', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const { employee, company: built } = await salon(app, { isEMailVerified: false, logIn: 'new@salon.test' });
  await write.updateTable('companies').set({ eMail: 'new@salon.test' }).where('id', '=', built.id).execute();
  const cookie = await signIn(app, employee);
  await app.call(user.sendVerification, {}, cookie);
  const [mail] = await storedMails(app);
  const actionHash = /\/user\/login\/([\w-]{43})/.exec(mail?.plain ?? '')?.[1] ?? '';
  assert.equal((await app.call(user.verify, { actionHash }, cookie)).status, 204);
  assert.equal((await app.call(company.get, {}, cookie)).answer.isEMailVerified, true);
});

test('links are sent five times in a quarter of an hour, and to one address five times a day', async () => {
  await using app = await testApp();
  const [one, other] = [await salon(app), await salon(app)];
  await one.set('third@example.test');
  await other.set('Third@example.test');
  const send = ({ admin }: typeof one) => app.call(company.sendVerification, {}, admin).then(({ status }) => status);
  for (let i = 0; i < 5; i++) assert.equal(await send(i % 2 ? one : other), 204);
  assert.deepEqual([await send(one), await send(other)], [429, 429]);
  app.clock.advance({ minutes: 16 });
  assert.equal(await send(one), 429, 'the address has had its mails of the day');
  await one.set('');
  const refused = await app.call(company.sendVerification, {}, one.admin);
  assert.equal(refused.status, 417);
});

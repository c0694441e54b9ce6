// Tests of who may change the texts of mails, and that a broken text is rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyEmailTemplates, systemEmailTemplates } from '#contract/messaging/templates/email-templates.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const own = companyEmailTemplates.operations;
const all = systemEmailTemplates.operations;
const words = systemMessageTemplates.operations;

async function business(app: TestApp) {
  const built = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, built.company, 'salon@example.test');
  const service = await buildService(app, built.employee, { name: 'Haircut' });
  const event = await buildEvent(app, built.employee, {
    start: '2026-03-03T08:00:00Z',
    serviceId: service.id,
    status: 'requested',
    name: 'Mara',
    eMail: 'mara@example.test',
    userId: null,
  });
  const admin = await signIn(app, built.employee);
  return { ...built, admin, event: { companyId: built.company.id, id: event.id } };
}

async function sent(app: TestApp, event: { companyId: string; id: string }) {
  const context = { ...app, db: app.database.write };
  const id = await transaction(context, (tx) => queueAppointmentMail(tx, 'request', event));
  return (await storedMails(app)).find((mail) => mail.id === id) ?? assert.fail();
}

const english = <R extends { key: string; language: string; company?: string }>(rows: readonly R[], key: string): R => {
  const row = rows.find((one) => one.key === key && one.language === 'en' && !one.company);
  assert.ok(row, key);
  return row;
};

const text = { subject: 'Say yes, {{visitor}}', body: '# Yes?\n\n{{hello}}\n\n{{confirmButton}}' };

test('a company changes its own mail, the operator that of all companies, and each can reset it', async () => {
  await using app = await testApp();
  const [one, other] = [await business(app), await business(app)];
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const mine = english((await app.call(own.getAll, {}, one.admin)).answer, 'request');
  assert.equal(mine.subject, 'Please confirm: {{what}}, {{when}}');
  await app.call(own.update, { ...text, id: mine.id }, one.admin);
  assert.equal((await sent(app, one.event)).subject, 'Say yes, Mara');
  assert.match((await sent(app, other.event)).subject, /^Please confirm: Haircut/);

  const systemWide = english((await app.call(all.getAll, {}, sys)).answer, 'request');
  await app.call(all.update, { ...text, subject: 'For all: {{what}}', id: systemWide.id }, sys);
  assert.equal((await sent(app, other.event)).subject, 'For all: Haircut');
  assert.equal((await sent(app, one.event)).subject, 'Say yes, Mara');

  const listed = (await app.call(all.getAll, {}, sys)).answer.filter(({ isChanged }) => isChanged);
  assert.deepEqual(listed.map(({ company }) => company).sort(), ['', one.company.name]);
  assert.equal((await app.call(own.reset, { id: mine.id }, one.admin)).answer?.subject, 'For all: {{what}}');
  assert.equal((await sent(app, one.event)).subject, 'For all: Haircut');
  await app.call(all.reset, { id: systemWide.id }, sys);
  assert.match((await sent(app, one.event)).subject, /^Please confirm: Haircut/);
});

test('a text that is saved as it is follows the text for all, also one that was changed before', async () => {
  await using app = await testApp();
  const { admin, company } = await business(app);
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const listed = async () => english((await app.call(own.getAll, {}, admin)).answer, 'request');
  const systemWide = english((await app.call(all.getAll, {}, sys)).answer, 'request');
  const contentOf = ({ id, subject, body, fromEMail, toEMail, bccEMail }: typeof systemWide) => {
    return { id, subject, body, fromEMail, toEMail, bccEMail };
  };
  const save = async (change: object = {}) =>
    (await app.call(own.update, { ...contentOf(await listed()), ...change }, admin)).answer;
  const changeForAll = async (subject: string, change: object = {}) => {
    const { status } = await app.call(all.update, { ...contentOf(systemWide), ...change, subject }, sys);
    assert.equal(status, 200);
  };

  assert.equal((await save()).isChanged, false, 'the original');
  await changeForAll('First: {{what}}', { fromEMail: 'operator@daybook.test' });
  assert.equal((await listed()).subject, 'First: {{what}}');
  assert.equal((await save()).isChanged, false, 'with the sender of the operator');
  await changeForAll('Second: {{what}}');
  assert.equal((await listed()).subject, 'Second: {{what}}');

  assert.equal((await save({ subject: 'Own: {{what}}' })).isChanged, true);
  assert.equal((await save({ subject: 'Second: {{what}}' })).isChanged, false);
  await changeForAll('Third: {{what}}');
  assert.equal((await listed()).subject, 'Third: {{what}}');

  // The operator makes a company's text the shared one again, in the list of both.
  assert.equal((await save({ subject: 'Own: {{what}}' })).isChanged, true);
  const rows = (await app.call(all.getAll, {}, sys)).answer;
  const theirs = rows.find(({ company: name }) => name === company.name) ?? assert.fail();
  const { answer } = await app.call(all.update, { ...contentOf(theirs), subject: 'Third: {{what}}' }, sys);
  assert.equal(answer.subject, 'Third: {{what}}');
  assert.equal((await listed()).isChanged, false);
  await changeForAll(english((await app.call(own.getAll, {}, admin)).answer, 'request').subject);
  await app.call(all.reset, { id: systemWide.id }, sys);
  assert.equal((await app.call(all.update, contentOf(systemWide), sys)).answer.isChanged, false, 'as it is shipped');
});

test('words of any language find a text in the language of the list', async () => {
  await using app = await testApp();
  const { admin } = await business(app);
  const found = async (search: string) =>
    (await app.call(own.getPaginated, { search }, admin)).answer.templates.map(
      ({ key, language }) => `${key} ${language}`,
    );
  const german = (await app.call(own.getAll, {}, admin)).answer.find(
    ({ key, language }) => key === 'request' && language === 'de',
  );
  assert.ok(german);
  await app.call(own.update, { ...text, subject: 'Sagen Sie zu: Donaudampfschiff', id: german.id }, admin);
  assert.deepEqual(await found('donaudampf, language:en'), ['request en']);
  assert.deepEqual(await found('donaudampf german'), ['request de']);
  assert.deepEqual(await found('subject:donaudampf'), ['request de'], 'a named field is that of the row');
});

test('a company reaches neither the text for all nor that of another company', async () => {
  await using app = await testApp();
  const [one, other] = [await business(app), await business(app)];
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const theirs = english((await app.call(own.getAll, {}, other.admin)).answer, 'request');
  const systemWide = english((await app.call(all.getAll, {}, sys)).answer, 'request');
  for (const { id } of [theirs, systemWide]) {
    assert.equal((await app.call(own.update, { ...text, id }, one.admin)).status, 404);
    assert.equal((await app.call(own.reset, { id }, one.admin)).status, 404);
    assert.equal((await app.call(own.preview, { ...text, id }, one.admin)).status, 404);
  }
});

test('a text that would not work is rejected with the reason', async () => {
  await using app = await testApp();
  const { admin } = await business(app);
  const { id } = english((await app.call(own.getAll, {}, admin)).answer, 'request');
  const wrong: [object, string][] = [
    [{ subject: 'Yes, {{password}}' }, 'Subject'],
    [{ subject: 'Yes, {{what' }, 'Subject'],
    [{ body: '{{confirmButton}}\n\n{{secret}}' }, 'Body'],
    [{ body: '{{confirmButton}}\n\n{% include "x" %}' }, 'Body'],
    [{ body: 'Press {{confirmButton}} now' }, 'Body'],
    [{ body: '# Nothing to press' }, 'Body'],
    [{ fromEMail: 'president@example.org' }, 'FromEmail'],
    [{ bccEMail: 'not an address' }, 'BccEmail'],
  ];
  for (const [change, key] of wrong) {
    const refused = await app.call(own.update, { ...text, ...change, id }, admin);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      [key],
      refused.body,
    );
  }
  const fine = { ...text, fromEMail: 'no-reply@daybook.test', id };
  assert.equal((await app.call(own.update, fine, admin)).answer.fromEMail, 'no-reply@daybook.test');
});

test('the preview is the mail with sample data and without a link that acts', async () => {
  await using app = await testApp();
  const { admin } = await business(app);
  const rows = (await app.call(own.getAll, {}, admin)).answer.filter(({ language }) => language === 'en');
  assert.equal(rows.length, 9);
  for (const row of rows) {
    const { answer } = await app.call(own.preview, { id: row.id, subject: row.subject, body: row.body }, admin);
    assert.doesNotMatch(answer.subject + answer.plain, /\{\{|undefined/, row.key);
    assert.match(answer.html, /^<!doctype html>/);
  }
  const german = (await app.call(own.getAll, {}, admin)).answer.find(
    ({ key, language }) => key === 'request' && language === 'de',
  );
  assert.ok(german);
  const inGerman = await app.call(own.preview, { id: german.id, subject: '{{what}}', body: german.body }, admin);
  assert.equal(inGerman.answer.subject, 'Haarschnitt');
  const request = english(rows, 'request');
  const body = '<script>alert(1)</script> {{visitor}}\n\n{{confirmButton}}';
  const { answer } = await app.call(own.preview, { id: request.id, subject: 'S', body }, admin);
  assert.doesNotMatch(answer.html, /<script/);
  assert.match(answer.html, /appointment\/\*\*\*\/confirm/);
});

test('words of mails require their placeholders; a saved text is sent, and a reset restores the original', async () => {
  await using app = await testApp();
  const { event } = await business(app);
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const rows = (await app.call(words.getAll, {}, sys)).answer;
  assert.ok(!rows.some(({ key }) => key === 'mail.request.subject'), 'that is in the text of the mail');
  const hello = english(rows, 'mail.hello');
  assert.equal(hello.original, 'Hello {{visitor}},');
  for (const template of ['Hello,', 'Hello {{name}},', 'Hello {{visitor}} {{company}},', 'Hello {{visitor}}, {{']) {
    const refused = await app.call(words.update, { id: hello.id, template }, sys);
    assert.match(String(refused.complaints[0]?.Message), /identical to those of the original: \{\{visitor\}\}/);
  }
  const saved = await app.call(words.update, { id: hello.id, template: 'Dear {{visitor}}!' }, sys);
  assert.deepEqual([saved.answer.isChanged, saved.answer.original], [true, 'Hello {{visitor}},']);
  assert.match((await sent(app, event)).plain, /^Dear Mara!$/m);
  assert.equal((await app.call(words.reset, { id: hello.id }, sys)).answer.template, 'Hello {{visitor}},');
  assert.match((await sent(app, event)).plain, /^Hello Mara,$/m);
});

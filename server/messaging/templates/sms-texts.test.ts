// Tests of SMS texts: they can be changed, a broken text is rejected, and the originals are short.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const own = companySmsTemplates.operations;
const all = systemSmsTemplates.operations;

async function admin(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await app.database.write
    .updateTable('companies')
    .set({ name: 'Salon Rösa', phoneNumber: '+371 2000-0001' })
    .where('id', '=', company.id)
    .execute();
  return signIn(app, employee);
}

async function textOf(app: TestApp, headers: { cookie: string }, key: string) {
  const { answer } = await app.call(own.getAll, {}, headers);
  const row = answer.find((one) => one.key === key && one.language === 'en');
  assert.ok(row, key);
  return row;
}

test('a company’s text precedes the text for all, and a reset restores the latter', async () => {
  await using app = await testApp();
  const [one, other] = [await admin(app), await admin(app)];
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const systemWide = (await app.call(all.getAll, {}, sys)).answer.find(
    ({ key, language }) => key === 'reminder' && language === 'en',
  );
  assert.ok(systemWide);
  await app.call(all.update, { id: systemWide.id, message: 'For all: {{when}}' }, sys);
  const mine = await textOf(app, one, 'reminder');
  assert.equal(mine.message, 'For all: {{when}}');
  await app.call(own.update, { id: mine.id, message: 'Ours: {{when}}' }, one);
  assert.equal((await textOf(app, one, 'reminder')).message, 'Ours: {{when}}');
  assert.equal((await textOf(app, other, 'reminder')).message, 'For all: {{when}}');
  for (const id of [mine.id, systemWide.id]) {
    assert.equal((await app.call(own.update, { id, message: 'Theirs: {{when}}' }, other)).status, 404);
    assert.equal((await app.call(own.preview, { id, message: 'Theirs: {{when}}' }, other)).status, 404);
  }
  assert.equal((await app.call(own.reset, { id: mine.id }, one)).answer?.message, 'For all: {{when}}');
  assert.match(String((await app.call(all.reset, { id: systemWide.id }, sys)).answer?.message), /reminds you/);
});

test('a text that would not work is rejected at its field, and so is the sender name of another company', async () => {
  await using app = await testApp();
  const headers = await admin(app);
  const { id } = await textOf(app, headers, 'reminder');
  const fine = { id, message: '{{when}}: {{confirmLink}}' };
  const wrong: [object, string][] = [
    [{ message: '{{when}}: {{confirmLink}} {{password}}' }, 'Message'],
    [{ message: '{{when}}, before {{was}}: {{confirmLink}}' }, 'Message'],
    [{ message: '{{when}}: {{confirmLink' }, 'Message'],
    [{ message: 'Will you come? {{confirmLink}}' }, 'Message'],
    [{ fromSms: 'A name too long' }, 'From'],
    [{ fromSms: 'Bank' }, 'From'],
    [{ fromSms: '+37129999999' }, 'From'],
    [{ toSms: 'Mara' }, 'To'],
  ];
  for (const [change, key] of wrong) {
    const refused = await app.call(own.update, { ...fine, ...change }, headers);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      [key],
      JSON.stringify(change),
    );
  }
  for (const fromSms of ['Salon Rosa', '+37120000001', '+371 2000 0001', '']) {
    assert.equal((await app.call(own.update, { ...fine, fromSms }, headers)).answer.fromSms, fromSms);
  }
});

test('every original is filled in and makes one or two SMS, in each language', async () => {
  await using app = await testApp({ env: { PUBLIC_URL: 'https://book.example.org' } });
  // March, September and November: the languages differ in their longest month.
  for (const days of [0, 190, 60]) {
    app.clock.advance({ hours: days * 24 });
    const headers = await admin(app);
    for (const { id, key, language, message } of (await app.call(own.getAll, {}, headers)).answer) {
      const { answer } = await app.call(own.preview, { id, message }, headers);
      assert.doesNotMatch(answer.message, /\{\{|undefined/);
      assert.ok(answer.parts <= 2, `${key} ${language}: ${answer.characters} characters, ${answer.message}`);
    }
  }
  const headers = await admin(app);
  const { id } = await textOf(app, headers, 'reminder');
  const { answer } = await app.call(own.preview, { id, message: '{{when}}: {{confirmLink}} ✓' }, headers);
  assert.match(answer.message, /\/appointment\/\*+\/confirm ✓$/);
  assert.deepEqual([answer.isUnicode, answer.parts], [true, 2]);
  // The name of the company decides as well.
  for (const [name, isUnicode] of [
    ['Rosa', false],
    ['Rīta Gaisma', true],
  ] as const) {
    await app.database.write.updateTable('companies').set({ name }).execute();
    const named = (await app.call(own.preview, { id, message: '{{company}}: {{when}} {{confirmLink}}' }, headers))
      .answer;
    assert.ok(named.message.startsWith(`${name}: `));
    assert.equal(named.isUnicode, isUnicode);
  }
});

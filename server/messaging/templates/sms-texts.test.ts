// What SMS say can be changed, but not into something that does not work; the delivered ones are short.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companySmsTemplates, systemSmsTemplates } from '#contract/messaging/templates/sms-templates.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

const own = companySmsTemplates.operations;
const all = systemSmsTemplates.operations;

async function admin(house: TestHouse) {
  const { company, employee } = await buildBusiness(house, { actions: ['admin'] });
  await house.database.write
    .updateTable('companies')
    .set({ name: 'Salon Rösa', phoneNumber: '+371 2000-0001' })
    .where('id', '=', company.id)
    .execute();
  return signIn(house, employee);
}

async function textOf(house: TestHouse, who: { cookie: string }, key: string) {
  const { answer } = await house.call(own.getAll, {}, who);
  const row = answer.find((one) => one.key === key && one.language === 'en');
  assert.ok(row, key);
  return row;
}

test('a company’s text counts before what is for all, and is taken back to it', async () => {
  await using house = await testHouse();
  const [one, other] = [await admin(house), await admin(house)];
  const sys = await signIn(house, (await buildBusiness(house, { actions: ['sys'] })).employee);
  const everybodys = (await house.call(all.getAll, {}, sys)).answer.find(
    ({ key, language }) => key === 'reminder' && language === 'en',
  );
  assert.ok(everybodys);
  await house.call(all.update, { id: everybodys.id, message: 'For all: {{when}}' }, sys);
  const mine = await textOf(house, one, 'reminder');
  assert.equal(mine.message, 'For all: {{when}}');
  await house.call(own.update, { id: mine.id, message: 'Ours: {{when}}' }, one);
  assert.equal((await textOf(house, one, 'reminder')).message, 'Ours: {{when}}');
  assert.equal((await textOf(house, other, 'reminder')).message, 'For all: {{when}}');
  for (const id of [mine.id, everybodys.id]) {
    assert.equal((await house.call(own.update, { id, message: 'Theirs: {{when}}' }, other)).status, 404);
    assert.equal((await house.call(own.preview, { id, message: 'Theirs: {{when}}' }, other)).status, 404);
  }
  assert.equal((await house.call(own.reset, { id: mine.id }, one)).answer?.message, 'For all: {{when}}');
  assert.match(String((await house.call(all.reset, { id: everybodys.id }, sys)).answer?.message), /reminds you/);
});

test('a text that would not work is refused beside its field, and so is the name of somebody else', async () => {
  await using house = await testHouse();
  const who = await admin(house);
  const { id } = await textOf(house, who, 'request');
  const fine = { id, message: '{{when}}: {{confirmLink}}' };
  const wrong: [object, string][] = [
    [{ message: '{{when}}: {{confirmLink}} {{password}}' }, 'Message'],
    [{ message: '{{when}}, before {{was}}: {{confirmLink}}' }, 'Message'],
    [{ message: '{{when}}: {{confirmLink' }, 'Message'],
    [{ message: 'Will you come, {{when}}?' }, 'Message'],
    [{ fromSms: 'A name too long' }, 'From'],
    [{ fromSms: 'Bank' }, 'From'],
    [{ fromSms: '+37129999999' }, 'From'],
    [{ toSms: 'Mara' }, 'To'],
  ];
  for (const [change, key] of wrong) {
    const refused = await house.call(own.update, { ...fine, ...change }, who);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      [key],
      JSON.stringify(change),
    );
  }
  for (const fromSms of ['Salon Rosa', '+37120000001', '']) {
    assert.equal((await house.call(own.update, { ...fine, fromSms }, who)).answer.fromSms, fromSms);
  }
});

test('every text as delivered is filled in and makes one SMS or two, in each language', async () => {
  await using house = await testHouse({ env: { PUBLIC_URL: 'https://book.example.org' } });
  const who = await admin(house);
  for (const { id, key, language, message } of (await house.call(own.getAll, {}, who)).answer) {
    const { answer } = await house.call(own.preview, { id, message }, who);
    assert.doesNotMatch(answer.message, /\{\{|undefined/);
    assert.ok(answer.parts <= 2, `${key} ${language}: ${answer.characters} characters, ${answer.message}`);
  }
  const { id } = await textOf(house, who, 'request');
  const { answer } = await house.call(own.preview, { id, message: '{{when}}: {{confirmLink}} ✓' }, who);
  assert.match(answer.message, /\/appointment\/\*+\/confirm ✓$/);
  assert.deepEqual([answer.isUnicode, answer.parts], [true, 2]);
});

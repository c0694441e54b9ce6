// Tests of the variants and extras of a service as administrators write them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { companyServices } from '#contract/booking/services.ts';
import type { Input } from '#contract/lib/service.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { testApp } from '#server/testing/test-app.ts';

const { insert, update, getPaginated, delete: remove, restore } = companyServices.operations;

const app = await testApp();
after(() => app[Symbol.asyncDispose]());
const call = caller(app.server);

const long = { kind: 'variant', name: 'Long hair', minutes: 15, price: 10 } as const;
const short = { kind: 'variant', name: 'Short hair' } as const;
const wash = { kind: 'extra', name: 'Wash', minutes: 5, price: 4.5, vatRate: 12, maxCount: 3 } as const;

async function admin() {
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  return { employee, as: await signIn(app, employee) };
}

test('options are added, changed, sorted and switched off, and keep their ids', async () => {
  const { as } = await admin();
  const added = await call(insert, { name: 'Haircut', minutes: 30, options: [short, long, wash] }, as);
  assert.equal(added.status, 200);
  const [first, second, third] = added.answer.options;
  assert.ok(first && second && third);
  assert.deepEqual(
    added.answer.options.map(({ id: _id, ...option }) => option),
    [
      { ...short, minutes: 0, price: 0, vatRate: null, maxCount: 1, isActive: true },
      { ...long, vatRate: null, maxCount: 1, isActive: true },
      { ...wash, isActive: true },
    ],
  );
  const { id, version } = added.answer;
  const options = [
    { ...second, vatRate: 5.5 },
    { ...first, isActive: false },
    { ...third, price: 5, vatRate: null },
  ];
  const changed = await call(update, { id, version, options }, as);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.answer.options, options);
  assert.notEqual(changed.answer.version, version);

  const kept = await call(update, { id, version: changed.answer.version, name: 'Cut' }, as);
  assert.deepEqual(kept.answer.options, options, 'omitted options stay');
  const fewer = await call(update, { id, version: kept.answer.version, options: [third] }, as);
  assert.deepEqual(
    fewer.answer.options.map(({ name }) => name),
    ['Wash'],
  );
});

test('bad options are refused at their fields', async () => {
  const { as } = await admin();
  const refusal = async (...options: object[]) => {
    // The types would reject some of these.
    const input = { name: 'Haircut', minutes: 30, options } as unknown as Input<typeof insert>;
    return (await call(insert, input, as)).complaints;
  };
  assert.deepEqual(await refusal(long, { ...long, name: 'long HAIR' }), [
    { Key: 'Options[1].Name', Message: 'Another one has this name.' },
  ]);
  assert.deepEqual(await refusal({ ...long, maxCount: 2 }), [
    { Key: 'Options[0].MaxCount', Message: 'A variant can be booked only once.' },
  ]);
  for (const [field, value] of [
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['minutes', -1],
    ['vatRate', -1],
    ['vatRate', 100.01],
    ['vatRate', 5.555],
    ['minutes', 1441],
    ['minutes', 1.5],
    ['price', -1],
    ['price', 1e7],
    ['price', 0.001],
    ['maxCount', 0],
    ['maxCount', 21],
    ['kind', 'other'],
  ] as const) {
    const [message] = await refusal({ ...wash, [field]: value });
    assert.equal(message?.Key, `Options[0].${field.charAt(0).toUpperCase()}${field.slice(1)}`);
    assert.ok(message.Message);
  }
  const many = Array.from({ length: 31 }, (_, index) => ({ ...wash, name: `Wash ${index}` }));
  assert.equal((await refusal(...many))[0]?.Key, 'Options');
});

test('the id of an option of another service adds one, and leaves that one alone', async () => {
  const { as } = await admin();
  const [one, other] = [await admin(), { as }];
  const foreign = await call(insert, { name: 'Haircut', minutes: 30, options: [wash] }, one.as);
  const [theirs] = foreign.answer.options;
  assert.ok(theirs);
  const own = await call(insert, { name: 'Colour', minutes: 60, options: [{ ...theirs, name: 'Mine' }] }, other.as);
  assert.equal(own.status, 200);
  assert.notEqual(own.answer.options[0]?.id, theirs.id);
  const { rows } = await listOf(one.as);
  assert.deepEqual(rows[0]?.options, [theirs]);
});

test('a deleted service comes back with its options', async () => {
  const { employee, as } = await admin();
  const { id } = await buildService(app, employee);
  const { rows } = await listOf(as);
  const saved = await call(update, { id, version: rows[0]?.version, options: [long, wash] }, as);
  assert.equal((await call(remove, { id }, as)).status, 204);
  assert.equal((await call(restore, { id }, as)).status, 200);
  const after = await listOf(as);
  assert.deepEqual(after.rows[0]?.options, saved.answer.options);
});

async function listOf(as: Awaited<ReturnType<typeof signIn>>) {
  const { answer } = await call(getPaginated, {}, as);
  return { rows: answer.services };
}

// Tests of deleting and restoring several records by one call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/company/locations.ts';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { buildBusiness, buildEmployee, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { deleteMany, restoreMany } = companyLocations.operations;

async function fourLocations(app: TestApp) {
  const { company, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations: 10 }, company.id);
  const [fir, fig, elm] = [
    await buildLocation(app, company, { name: 'Fir' }),
    await buildLocation(app, company, { name: 'Fig' }),
    await buildLocation(app, company, { name: 'Elm' }),
  ];
  return { company, fir, fig, elm, cookie: await signIn(app, admin) };
}

const namesOf = async (app: TestApp) =>
  (await app.database.read.selectFrom('locations').select('name').orderBy('name').execute()).map(({ name }) => name);

test('several records are deleted and restored by one call each, and each is audited', async () => {
  await using app = await testApp();
  const { fir, fig, cookie } = await fourLocations(app);
  const before = await namesOf(app);
  const ids = [fir.id, fig.id];
  assert.equal((await app.call(deleteMany, { ids }, cookie)).status, 204);
  assert.deepEqual(
    await namesOf(app),
    before.filter((name) => name !== 'Fir' && name !== 'Fig'),
  );
  assert.equal((await app.call(restoreMany, { ids }, cookie)).status, 204);
  assert.deepEqual(await namesOf(app), before);
  const audits = await app.database.read.selectFrom('userAudits').select('text').orderBy('text').execute();
  const texts = audits.map(({ text }) => text).filter((text) => /locations/.test(text));
  assert.deepEqual(texts, [
    'Deleted Fig from locations',
    'Deleted Fir from locations',
    'Took back the deletion of Fig from locations',
    'Took back the deletion of Fir from locations',
  ]);
});

test('when one record cannot be deleted, none is, and the answer has the reason for each', async () => {
  await using app = await testApp();
  const { fir, fig, elm, cookie } = await fourLocations(app);
  const before = await namesOf(app);
  const worker = await buildEmployee(app, fig, { hours: [[1, '09:00', '17:00']] });
  const busy = await buildEmployee(app, elm);
  await buildEvent(app, busy, { start: app.clock.now().add({ hours: 40 }) });
  const refused = await app.call(deleteMany, { ids: [fir.id, fig.id, elm.id] }, cookie);
  assert.equal(refused.status, 409);
  const { Code, Problems } = JSON.parse(refused.body) as { Code: string; Problems: { Id: string; Message: string }[] };
  assert.equal(Code, 'grid.notAllDeleted');
  assert.deepEqual(
    Problems.map(({ Id }) => Id),
    [fig.id, elm.id],
  );
  assert.ok(Problems.every(({ Message }) => Message.endsWith('.') && !Message.includes('list.')));
  assert.notEqual(Problems[0]?.Message, Problems[1]?.Message);
  assert.deepEqual(await namesOf(app), before);
  const { texts } = await app.database.read
    .selectFrom('userAudits')
    .select(({ fn }) => fn.countAll<string>().as('texts'))
    .where('text', 'like', 'Deleted%')
    .executeTakeFirstOrThrow();
  assert.equal(Number(texts), 0);
  assert.ok(worker.userId);
});

test('records of another company are unknown; beside known ones, the answer says which', async () => {
  await using app = await testApp();
  const { fir, cookie } = await fourLocations(app);
  const { location: foreign } = await buildBusiness(app);
  assert.equal((await app.call(deleteMany, { ids: [foreign.id] }, cookie)).status, 404);
  const refused = await app.call(deleteMany, { ids: [fir.id, foreign.id] }, cookie);
  assert.equal(refused.status, 409);
  assert.deepEqual(
    JSON.parse(refused.body).Problems.map(({ Id }: { Id: string }) => Id),
    [foreign.id],
  );
  assert.ok((await namesOf(app)).includes('Fir'));
});

test('a record that cannot be restored leaves the others deleted, with the reason', async () => {
  await using app = await testApp();
  const { company, fir, fig, cookie } = await fourLocations(app);
  const ids = [fir.id, fig.id];
  await app.call(deleteMany, { ids }, cookie);
  await setTerms(app, { maxLocations: 3 }, company.id);
  const refused = await app.call(restoreMany, { ids }, cookie);
  assert.equal(refused.status, 409);
  const { Problems } = JSON.parse(refused.body) as { Problems: { Id: string; Message: string }[] };
  assert.deepEqual(Problems, [{ Id: fir.id, Message: 'Your plan is limited to 3 locations.' }]);
  assert.ok(!(await namesOf(app)).includes('Fig'));
});

test('records of the whole installation are deleted together, too', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const cookie = await signIn(app, employee);
  const blank = systemSmtps.declared.blank?.() as object;
  const made = [];
  for (const key of ['One', 'Two']) {
    const input = { ...blank, key, host: 'relay.example.org' };
    made.push((await app.call(systemSmtps.operations.insert, input as never, cookie)).answer.id);
  }
  assert.equal((await app.call(systemSmtps.operations.deleteMany, { ids: made }, cookie)).status, 204);
  assert.equal((await app.call(systemSmtps.operations.getById, { id: made[0] ?? '' }, cookie)).status, 404);
  assert.equal((await app.call(systemSmtps.operations.restoreMany, { ids: made }, cookie)).status, 204);
  assert.equal((await app.call(systemSmtps.operations.getById, { id: made[1] ?? '' }, cookie)).status, 200);
});

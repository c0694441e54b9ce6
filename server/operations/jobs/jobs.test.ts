// Tests of the operator's list of jobs: it shows their runs, sets their intervals and rejects invalid parameters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reminders } from '#contract/messaging/feed.ts';
import { systemJobs } from '#contract/operations/jobs.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { runJob } from './run-job.ts';
import { addNewJobs } from './store.ts';

async function operated(app: TestApp) {
  await addNewJobs(app.database.write);
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const cookie = await signIn(app, employee);
  const tidy = await tidyOf(app, cookie);
  const { id, description, parameters, timeOutSeconds, nextStartSeconds } = tidy;
  return { cookie, given: { id, description, parameters, timeOutSeconds, nextStartSeconds } };
}

async function tidyOf(app: TestApp, cookie: { cookie: string }) {
  const all = (await app.call(systemJobs.operations.getAll, {}, cookie)).answer;
  return all.find(({ name }) => name === 'tidy') ?? assert.fail('no job');
}

test('the list has every job with the names of the specification and its last run', async () => {
  await using app = await testApp();
  const { cookie } = await operated(app);
  await runJob(app, 'tidy');
  // A job that only another version knows is not shown, and stays.
  await app.database.write
    .insertInto('jobs')
    .values({ id: crypto.randomUUID(), name: 'other', description: '', timeOutSeconds: 60, nextStartSeconds: 60 })
    .execute();
  const { body, answer } = await app.call(systemJobs.operations.getAll, {}, cookie);
  assert.match(body, /"TimeOutSecconds":300,"NextStartSecconds":600/);
  assert.deepEqual(answer.map(({ name, isRunning, lastError }) => [name, isRunning, lastError]).sort(), [
    ['backups', false, ''],
    ['books', false, ''],
    ['bounces', false, ''],
    ['campaignLimits', false, ''],
    ['campaigns', false, ''],
    ['figures', false, ''],
    ['invoiceFiles', false, ''],
    ['invoices', false, ''],
    ['outside', false, ''],
    ['paymentReview', false, ''],
    ['payments', false, ''],
    ['prints', false, ''],
    ['reminders', false, ''],
    ['tidy', false, ''],
    ['visits', false, ''],
  ]);
  const tidy = answer.find(({ name }) => name === 'tidy');
  assert.equal(JSON.parse(tidy?.lastResult ?? '').sessions, 0);
  assert.equal(Temporal.Instant.from(tidy?.lastStarted ?? '').toString(), '2026-03-02T08:00:00Z');
  await addNewJobs(app.database.write);
  assert.equal(
    (await app.call(systemJobs.operations.getAll, {}, cookie)).answer.length,
    answer.length,
    'another start adds nothing',
  );
});

test('a change is stored, takes effect from the next run on, and is audited', async () => {
  await using app = await testApp();
  const { cookie, given } = await operated(app);
  const changed = { ...given, description: 'Cleans up', parameters: '{"Rows": 5}', nextStartSeconds: 1_200 };
  assert.equal((await app.call(systemJobs.operations.update, changed, cookie)).answer.description, 'Cleans up');
  const values = Array.from({ length: 7 }, (_, number) => ({ key: `k${number}`, windowStart: '2026-01-01T00:00:00Z' }));
  await app.database.write.insertInto('throttles').values(values).execute();
  assert.equal(Object.entries(await runJob(app, 'tidy')).find(([table]) => table === 'throttles')?.[1], 5);
  await addNewJobs(app.database.write);
  assert.equal((await tidyOf(app, cookie)).nextStartSeconds, 1_200, 'a new start does not undo it');
  const audits = await app.database.read.selectFrom('userAudits').select('text').execute();
  assert.ok(audits.some(({ text }) => text === 'Changed the job tidy'));
});

test('invalid parameters and intervals out of range are rejected, and nothing is changed', async () => {
  await using app = await testApp();
  const { cookie, given } = await operated(app);
  for (const parameters of ['{', '[]', '5', '{"Rows": 0}', '{"Days": 3}']) {
    const refused = await app.call(
      systemJobs.operations.update,
      { ...given, description: 'changed', parameters },
      cookie,
    );
    assert.deepEqual(refused.complaints, [
      { Key: 'Parameters', Message: 'This job accepts a JSON object with Rows, or nothing.' },
    ]);
  }
  const times = await app.call(
    systemJobs.operations.update,
    { ...given, timeOutSeconds: 0, nextStartSeconds: 59 },
    cookie,
  );
  assert.deepEqual(times.complaints.map(({ Key }) => Key).sort(), ['NextStartSecconds', 'TimeOutSecconds']);
  assert.equal((await tidyOf(app, cookie)).description, given.description);
});

test('a run that fails or times out is reported, and the next one clears the error', async () => {
  await using app = await testApp();
  const { cookie, given } = await operated(app);
  await app.call(systemJobs.operations.update, { ...given, timeOutSeconds: 1 }, cookie);
  const rename = (from: string, to: string) => app.database.write.schema.alterTable(from).renameTo(to).execute();
  await rename('throttles', 'throttlesAway');
  await assert.rejects(runJob(app, 'tidy'), /does not exist/);
  await rename('throttlesAway', 'throttles');
  assert.match((await tidyOf(app, cookie)).lastError, /"throttles" does not exist/);

  app.clock.advance({ minutes: 10 });
  await app.database.write.transaction().execute(async (db) => {
    await db.schema.alterTable('throttles').addColumn('more', 'integer').execute();
    await assert.rejects(runJob(app, 'tidy'), /did not finish within 1 seconds/);
  });
  assert.equal((await tidyOf(app, cookie)).lastError, 'It did not finish within 1 seconds.');

  assert.deepEqual(await runJob(app, 'tidy'), { skipped: 'not due' });
  await app.call(systemJobs.operations.runNow, { id: given.id }, cookie);
  await runJob(app, 'tidy');
  assert.deepEqual([(await tidyOf(app, cookie)).lastError, (await tidyOf(app, cookie)).isRunning], ['', false]);
});

test('who starts a job finds its end in their feed, with a link; who asks during a run, the end of the next', async () => {
  await using app = await testApp();
  const { cookie, given } = await operated(app);
  const feed = async () => (await app.call(reminders.getByCreatedAndUser, {}, cookie)).answer;
  await runJob(app, 'tidy');
  assert.deepEqual(await feed(), [], 'it ran by itself');
  await app.call(systemJobs.operations.runNow, { id: given.id }, cookie);
  await app.call(systemJobs.operations.runNow, { id: given.id }, cookie);
  await runJob(app, 'tidy');
  assert.deepEqual(
    (await feed()).map(({ type, text, link }) => [type, text, link]),
    [['other', 'The job “tidy” has finished.', `/app/system/jobs?open=${given.id}`]],
  );
  await app.database.write.updateTable('jobs').set({ parameters: '{"Rows":0}' }).where('id', '=', given.id).execute();
  await app.call(systemJobs.operations.runNow, { id: given.id }, cookie);
  const later = app.clock.now().add({ seconds: 1 });
  await app.database.write.updateTable('jobAskers').set({ askedAt: later }).execute();
  await assert.rejects(runJob(app, 'tidy'));
  assert.equal((await feed()).length, 1);
  app.clock.advance({ minutes: 10 });
  await assert.rejects(runJob(app, 'tidy'));
  assert.match((await feed())[0]?.text ?? '', /^The job “tidy” has failed: This job does not accept/);
});

test('a run is shown while it is in progress, and not for ever after its process died', async () => {
  await using app = await testApp();
  const { cookie, given } = await operated(app);
  const started = { lastStarted: app.clock.now(), lastEnded: app.clock.now().subtract({ hours: 1 }) };
  await app.database.write.updateTable('jobs').set(started).execute();
  assert.equal((await tidyOf(app, cookie)).isRunning, true);
  app.clock.advance({ seconds: given.timeOutSeconds + 31 });
  assert.equal((await tidyOf(app, cookie)).isRunning, false);
});

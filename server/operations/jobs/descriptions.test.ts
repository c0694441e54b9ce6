// Tests of job descriptions: the original is in the reader's language, the operator's replacement is the same for all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemJobs } from '#contract/operations/jobs.ts';
import { languageKeys, messagesBelow } from '#server/lib/i18n.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { allJobs } from './all-jobs.ts';
import { addNewJobs } from './store.ts';

const { getAll, getById, getPaginated, export: exportJobs, runNow, update } = systemJobs.operations;

/** An operator who reads this language. */
async function operator(app: TestApp, language: string) {
  const { employee } = await buildBusiness(app, { actions: ['sys'], language });
  const cookie = await signIn(app, employee);
  const reads = async () => {
    const tidy = (await app.call(getAll, {}, cookie)).answer.find(({ name }) => name === 'tidy');
    return tidy ?? assert.fail('no job');
  };
  return {
    cookie,
    reads,
    finds: async (search: string) => (await app.call(getPaginated, { search }, cookie)).answer.totalRows,
    async writes(description: string) {
      const { id, parameters, timeOutSeconds, nextStartSeconds } = await reads();
      const input = { id, description, parameters, timeOutSeconds, nextStartSeconds };
      return (await app.call(update, input, cookie)).answer.description;
    },
  };
}

async function bothRead(app: TestApp) {
  await addNewJobs(app.database.write);
  return { english: await operator(app, 'en'), german: await operator(app, 'de') };
}

async function stored(app: TestApp): Promise<string> {
  return (
    await app.database.read
      .selectFrom('jobs')
      .select('description')
      .where('name', '=', 'tidy')
      .executeTakeFirstOrThrow()
  ).description;
}

test('every job has a description in every language', () => {
  const descriptions = languageKeys.map((language) => messagesBelow(language, 'job.description'));
  for (const texts of descriptions) assert.deepEqual(Object.keys(texts).sort(), Object.keys(allJobs).sort());
  for (const name of Object.keys(allJobs)) {
    assert.equal(new Set(descriptions.map((texts) => texts[name])).size, languageKeys.length, name);
  }
});

test('each operator reads, finds and exports the descriptions of jobs in their own language', async () => {
  await using app = await testApp();
  const { english, german } = await bothRead(app);
  assert.match((await english.reads()).description, /^Deletes expired data: held times/);
  const { id, description } = await german.reads();
  assert.match(description, /^Löscht Abgelaufenes: reservierte Zeiten/);
  assert.equal((await app.call(getById, { id }, german.cookie)).answer.description, description);
  assert.equal((await app.call(runNow, { id }, german.cookie)).answer.description, description);
  assert.match((await app.call(exportJobs, {}, german.cookie)).body, /Löscht Abgelaufenes/);

  const found = await Promise.all(['abgelaufenes loscht', 'description:Sitzungen', 'deletes'].map(german.finds));
  assert.deepEqual(found, [1, 1, 0]);
  assert.deepEqual(
    await Promise.all(['expired deletes', 'description:sessions', 'abgelaufenes'].map(english.finds)),
    [1, 1, 0],
  );
});

test('every operator reads and finds a changed description until it is reset', async () => {
  await using app = await testApp();
  const { english, german } = await bothRead(app);
  const delivered = { en: (await english.reads()).description, de: (await german.reads()).description };
  // The last is the text of an editor that was open while the language changed.
  for (const taken of ['', '  ', delivered.de, delivered.en]) {
    assert.equal(await german.writes('Putzt nachts'), 'Putzt nachts');
    assert.equal((await english.reads()).description, 'Putzt nachts');
    assert.deepEqual([await english.finds('nachts'), await english.finds('deletes')], [1, 0]);

    assert.equal(await german.writes(taken), delivered.de);
    assert.equal(await stored(app), '');
    assert.equal((await english.reads()).description, delivered.en);
    assert.deepEqual([await english.finds('nachts'), await english.finds('deletes')], [0, 1]);
  }
});

test('changing another field does not store the description in the operator’s language', async () => {
  await using app = await testApp();
  const { english, german } = await bothRead(app);
  const { id, description, parameters, timeOutSeconds } = await german.reads();
  const longer = { id, description, parameters, timeOutSeconds, nextStartSeconds: 1_200 };
  assert.equal((await app.call(update, longer, german.cookie)).answer.nextStartSeconds, 1_200);
  assert.equal(await stored(app), '');
  assert.match((await english.reads()).description, /^Deletes/);
});

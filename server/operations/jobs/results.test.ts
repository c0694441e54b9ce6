// Tests that the page of jobs has words for what each job returns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uncheckedKey } from '#i18n/keys.ts';
import { translate } from '#server/lib/i18n.ts';
import { testApp } from '#server/testing/test-app.ts';
import { allJobs, readParameters } from './all-jobs.ts';

test('every count of every job has words', async () => {
  await using app = await testApp();
  const without: string[] = [];
  for (const [name, job] of Object.entries(allJobs)) {
    const parameters = readParameters(job, '');
    assert.ok(parameters, name);
    const result = (await job.run(app, parameters, AbortSignal.timeout(60_000))) ?? {};
    for (const count of Object.keys(result)) {
      const key = `list.jobs.result.${count.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
      if (translate('en', uncheckedKey(key)) === key) without.push(`${name}: ${count}`);
    }
  }
  assert.deepEqual(without, []);
});

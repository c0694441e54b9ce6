// Tests of the number of processes that one process knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restAfterRead } from '#server/lib/company-turns.ts';
import { testApp } from '#server/testing/test-app.ts';
import { markRunning, processesOf, watchProcesses } from './running-processes.ts';

test('a process knows how many others run on its database, and not those of other databases', async () => {
  await using app = await testApp();
  await using elsewhere = await testApp();
  assert.equal(processesOf(app.database), 1, 'before it has counted');
  const run = async ({ database }: typeof app) => {
    const client = await database.connect();
    await client.query(markRunning);
    return client;
  };
  const [one, two, other] = await Promise.all([run(app), run(app), run(elsewhere)]);
  const watching = await watchProcesses(app.database);
  assert.deepEqual([processesOf(app.database), processesOf(elsewhere.database)], [2, 1]);
  await two.end();
  const again = await watchProcesses(app.database);
  assert.equal(processesOf(app.database), 1);
  await Promise.all([watching.close(), again.close(), one.end(), other.end()]);
});

test('a flood of reads of one company takes no more of four processes than of one', () => {
  const share = (processes: number, reads: number) => (processes * reads) / (1 + restAfterRead(processes, reads).times);
  assert.deepEqual([restAfterRead(1, 2), restAfterRead(1, 1).times], [{ times: 2, max: 400 }, 2]);
  for (const [processes, reads] of [
    [4, 1],
    [4, 2],
    [16, 2],
  ] as const) {
    assert.ok(Math.abs(share(processes, reads) - share(1, 2)) < 1e-9, `${processes} and ${reads}`);
    assert.equal(restAfterRead(processes, reads).max, 400 * processes);
  }
});

// Tests of the row counts of lists: exact where that is cheap, otherwise a lower bound.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { systemLogs } from '#contract/operations/logs.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** More rows than a search scans for the count. */
const rows = 20_100;

let app: TestApp;
let cookie: string;
setUpFile(import.meta, async () => {
  app = await testApp();
  cookie = (await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee)).cookie;
  // The first forty in the list contain "nearly", and the last thirty "late", three of them "lost".
  await sql`
    insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    select gen_random_uuid(), ${app.clock.now()}::timestamptz - n * interval '1 second', 'one', 'Mail', 3, 'Warning', 'Mail',
      'delayed' || case when n <= 40 then ' nearly' when n > ${rows - 3}::int then ' late lost' when n > ${rows - 30}::int then ' late'
        else '' end, ''
    from generate_series(1, ${rows}::int) n`.execute(app.database.write);
});
after(() => app[Symbol.asyncDispose]());

async function count(search: string, pageNr = 1): Promise<[rows: number, total: number, isLowerBound: boolean]> {
  const { answer } = await app.call(
    systemLogs.operations.getPaginated,
    { search, pageNr, rowsPerPage: 25 },
    { cookie },
  );
  return [answer.logs.length, answer.totalRows, answer.isLowerBound];
}

test('without words every row is counted', async () => {
  assert.deepEqual(await count(''), [25, rows, false]);
});

test('words are counted among the newest rows when more match than the page shows', async () => {
  assert.deepEqual(await count('delayed'), [25, 20_000, true]);
  assert.deepEqual(await count('nearly'), [25, 40, true]);
  assert.deepEqual(await count('message:nearly', 2), [15, 40, false]);
});

test('matches at the far end are found, and pages reach the last of them', async () => {
  assert.deepEqual(await count('lost'), [3, 3, false]);
  assert.deepEqual(await count('late'), [25, 26, true]);
  assert.deepEqual(await count('late', 2), [5, 30, false]);
  assert.deepEqual(await count('never'), [0, 0, false]);
});

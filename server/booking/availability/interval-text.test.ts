// Tests that intervals come out of a query as they went in, to the millisecond.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testApp } from '#server/testing/test-app.ts';
import { intervalsIn, intervalText } from './interval-text.ts';

test('intervals are read in order and to the millisecond, before the year 2000 and long after it', async () => {
  await using app = await testApp();
  const starts = [
    '1969-12-31T23:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
    '2026-03-10T09:00:00.001Z',
    '9999-12-31T00:00Z',
  ];
  const given = starts.map(Date.parse).map((start, at) => ({ start, end: start + at * 60_001 + 1 }));
  const rows = given.toReversed().map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }));
  const read = async (condition = sql`true`) => {
    const { rows: found } = await sql<{ text: string | null }>`
      select ${intervalText(sql`r.start`, sql`r."end"`, condition)} as text
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(start timestamptz, "end" timestamptz)`.execute(
      app.database.read,
    );
    return intervalsIn(found[0]?.text ?? null);
  };
  assert.deepEqual(await read(), given);
  assert.deepEqual(await read(sql`r.start > '2000-01-01Z'`), given.slice(2));
  assert.deepEqual(await read(sql`false`), []);
});

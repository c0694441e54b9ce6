// An export, and the database, while its client takes nothing or leaves.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** Together far more than the system keeps of an answer that its client does not take: the same long text in many columns. */
const rows = 2500;
const textLength = 1000;
const columns = 10;

async function open(app: TestApp): Promise<IncomingMessage> {
  await sql`insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    select gen_random_uuid(), ${app.clock.now()}::timestamptz - n * interval '1 second', 'one', 'Requests', 1, 'Warning', 'Answer ' || n, '',
      repeat('x', ${textLength}::int)
    from generate_series(1, ${rows}::int) n`.execute(app.database.write);
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const path = `/api/system/systemlogs/Export?format=csv&columns=Title${'&columns=FormattedMessage'.repeat(columns)}`;
  const [answer] = await once(get(`${url}${path}`, { headers: await signIn(app, employee) }), 'response');
  assert.equal(answer.statusCode, 200);
  return answer;
}

/** Waits until no connection to the database is in use. */
async function idle(app: TestApp): Promise<void> {
  const used = () => Object.values(app.database.sizes()).reduce((sum, { total, idle }) => sum + total - idle, 0);
  const end = performance.now() + 20_000;
  while (used() > 0) {
    assert.ok(performance.now() < end, `${used()} connections are in use`);
    await setTimeout(20);
  }
}

test('an export that its client does not take holds no connection, and is whole in the end', async () => {
  await using app = await testApp();
  const answer = await open(app);
  await idle(app);
  assert.ok(!answer.complete);
  const lines = (await text(answer)).split('\r\n').slice(1, -1);
  assert.equal(lines.length, rows);
  const texts = `,${'x'.repeat(textLength)}`.repeat(columns);
  assert.ok(lines.every((line, index) => line === `Answer ${index + 1}${texts}`));
});

test('an export whose client leaves is read no further', async () => {
  await using app = await testApp();
  const answer = await open(app);
  answer.destroy();
  await idle(app);
});

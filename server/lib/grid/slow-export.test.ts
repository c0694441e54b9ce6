// An export, and the database, while its client takes nothing or leaves.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/**
 * Together far more than the system keeps of an answer that its client does not take: the same long text in many
 * columns.
 */
const rows = 2500;
const textLength = 1000;
const columns = 10;

async function open(app: TestApp): Promise<IncomingMessage> {
  await fillLog(app);
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const answer = await exportAs(await app.server.listen({ port: 0, host: '127.0.0.1' }), await signIn(app, employee));
  assert.equal(answer.statusCode, 200);
  return answer;
}

async function fillLog(app: TestApp): Promise<void> {
  await sql`insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    select gen_random_uuid(), ${app.clock.now()}::timestamptz - n * interval '1 second', 'one', 'Requests', 1, 'Warning', 'Answer ' || n, '',
      repeat('x', ${textLength}::int)
    from generate_series(1, ${rows}::int) n`.execute(app.database.write);
}

/** The answer of an export, of which nothing is read yet. */
async function exportAs(url: string, headers: { cookie: string }): Promise<IncomingMessage> {
  const path = `/api/system/systemlogs/Export?format=csv&columns=Title${'&columns=FormattedMessage'.repeat(columns)}`;
  const [answer] = await once(get(`${url}${path}`, { headers }), 'response');
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

test('of fourteen exports that nothing reads four run, sign-ins take less than a second, and stalled exports end', async () => {
  await using app = await testApp();
  await fillLog(app);
  const { employee } = await buildBusiness(app, { password: 'correct horse battery' });
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const operators = [];
  for (let number = 0; number < 14; number++) {
    const { employee: operator } = await buildBusiness(app, { actions: ['sys'] });
    operators.push(await signIn(app, operator));
  }
  const answers = await Promise.all(operators.map((headers) => exportAs(url, headers)));
  const running = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  assert.deepEqual([running.length, refused.length], [4, 10]);
  for (const answer of refused) {
    assert.equal(answer.headers['retry-after'], '10');
    assert.match(await text(answer), /Many downloads are running/);
  }
  // The fastest of three: the first one loads modules, and other tests share the machine.
  const durations = [];
  for (let time = 0; time < 3; time++) durations.push(await timeSignIn(url, employee.logIn));
  assert.ok(Math.min(...durations) < 1_000, `${durations.join(', ')} ms`);
  const [first, ...stalled] = running;
  assert.ok(first);
  assert.equal((await text(first)).split('\r\n').length, rows + 2);
  await setTimeout(12_000);
  for (const answer of stalled) await assert.rejects(text(answer), { message: 'aborted' });
  const [one, other] = operators;
  assert.ok(one && other);
  for (const headers of [one, one, other, other]) assert.equal((await exportAs(url, headers)).statusCode, 200);
});

async function timeSignIn(url: string, logIn: string): Promise<number> {
  const from = steadyNow();
  const answer = await fetch(`${url}/api/user/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ LogIn: logIn, Password: 'correct horse battery' }),
  });
  assert.equal(answer.status, 200);
  return steadyNow() - from;
}

/** Waits until another download may start. */
async function eventually(app: TestApp, headers: { cookie: string }): Promise<void> {
  const end = performance.now() + 5_000;
  while ((await app.call(application.checkExport, {}, headers)).status !== 204) {
    assert.ok(performance.now() < end, 'no download ends');
    await setTimeout(50);
  }
}

test('a user may run two exports, and the words of the refusal are in their language', async () => {
  await using app = await testApp();
  await fillLog(app);
  const { employee } = await buildBusiness(app, { actions: ['sys'], language: 'de' });
  const headers = { ...(await signIn(app, employee)), 'accept-language': 'de' };
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const answers = [await exportAs(url, headers), await exportAs(url, headers), await exportAs(url, headers)];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 429],
  );
  const check = await fetch(`${url}/api/application/CheckExport`, { headers });
  assert.equal(check.status, 429);
  assert.match(await check.text(), /Zwei Ihrer Downloads laufen noch/);
  const data = await fetch(`${url}/api/user/DownloadData`, { headers });
  assert.deepEqual([data.status, data.headers.get('retry-after')], [429, '10']);
  for (const answer of answers) answer.destroy();
  await eventually(app, headers);
});

test('the people of a company run two exports, and another company runs its own', async () => {
  await using app = await testApp();
  await fillLog(app);
  const { location, employee } = await buildBusiness(app, { actions: ['sys'] });
  const { employee: other } = await buildBusiness(app, { actions: ['sys'] });
  const colleagues = [
    await buildEmployee(app, location, { actions: ['sys'] }),
    await buildEmployee(app, location, { actions: ['sys'] }),
  ];
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const answers = [];
  for (const person of [employee, ...colleagues, other]) answers.push(await exportAs(url, await signIn(app, person)));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 503, 200],
  );
  for (const answer of answers) answer.destroy();
  await eventually(app, await signIn(app, employee));
});

// Tests of the health checks and metrics, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyTransaction } from '#server/db/transaction.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a live process reports it, and is ready while the database responds and has all migrations', async () => {
  await using app = await testApp();
  assert.equal((await app.server.inject('/healthz')).statusCode, 200);
  assert.equal((await app.server.inject('/readyz')).statusCode, 200);
  await app.database.write
    .deleteFrom('migrations' as never)
    .where('name' as never, 'like', '0001%' as never)
    .execute();
  const unready = await app.server.inject('/readyz');
  assert.equal(unready.statusCode, 503);
  assert.equal(unready.headers['retry-after'], '2');
});

test('without its database the process is alive, not ready, and still serves metrics', async () => {
  await using app = await testApp();
  await app.database.close();
  app.database.close = async () => {};
  assert.equal((await app.server.inject('/healthz')).statusCode, 200);
  assert.equal((await app.server.inject('/readyz')).statusCode, 503);
  const metrics = await app.server.inject('/metrics');
  assert.equal(metrics.statusCode, 200);
  assert.match(metrics.body, /process_cpu_seconds_total/);
});

test('the metrics report requests by route, the pools and the waiting mail', async () => {
  await using app = await testApp();
  await app.server.inject('/api/home/GetPlanDetails');
  await app.server.inject('/api/banners/Visit?id=x');
  await app.server.inject('/no/such/page?at=all');
  for (const state of ['queued', 'queued', 'sent']) await buildMail(app, { state });
  const { body, headers } = await app.server.inject('/metrics');
  assert.match(String(headers['content-type']), /^text\/plain/);
  const value = (line: string) =>
    Number(
      body
        .split('\n')
        .find((found) => found.startsWith(line))
        ?.slice(line.length),
    );
  assert.equal(
    value('http_request_duration_seconds_count{method="GET",route="/api/home/GetPlanDetails",status="200"} '),
    1,
  );
  assert.equal(value('http_request_duration_seconds_count{method="GET",route="/api/banners/Visit",status="417"} '), 1);
  assert.doesNotMatch(body, /no\/such\/page/);
  assert.equal(value('mail_queue_messages{state="queued"} '), 2);
  assert.equal(value('mail_queue_messages{state="sending"} '), 0);
  assert.ok(value('database_pool_connections{pool="read",state="idle"} ') >= 1);
  assert.equal(value('database_pool_connections{pool="write",state="waiting"} '), 0);
});

test('the metrics report how long a company held connections, once that is a second', async () => {
  await using app = await testApp();
  const [busy, quiet] = [await buildBusiness(app), await buildBusiness(app)];
  const work = async (companyId: string, seconds: number) => {
    const user = { id: busy.employee.userId, companyId, impersonator: null };
    await companyTransaction({ ...app, db: app.database.write, user }, { readOnly: true }, ({ db }) =>
      sql`select pg_sleep(${seconds})`.execute(db),
    );
  };
  await Promise.all([work(busy.company.id, 0.6), work(busy.company.id, 0.6), work(quiet.company.id, 0.1)]);
  const { body } = await app.server.inject('/metrics');
  const found = [...body.matchAll(/^database_company_seconds_total\{company="([^"]+)"\} (\S+)$/gm)];
  assert.deepEqual(
    found.map(([, company]) => company),
    [busy.company.id],
  );
  const seconds = Number(found[0]?.[2]);
  assert.ok(seconds >= 1.2 && seconds < 12, String(seconds));
});

test('the metrics are only for this machine, not for clients behind a proxy on it', async () => {
  await using app = await testApp();
  const ask = (remoteAddress: string, headers = {}) => app.server.inject({ url: '/metrics', remoteAddress, headers });
  assert.equal((await ask('127.0.0.1')).statusCode, 200);
  assert.equal((await ask('::1')).statusCode, 200);
  assert.equal((await ask('192.0.2.1')).statusCode, 404);
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'forwarded', 'cf-connecting-ip']) {
    assert.equal((await ask('127.0.0.1', { [name]: '192.0.2.1' })).statusCode, 404, name);
  }
});

test('with a token the metrics are for any caller that presents it, from anywhere', async () => {
  await using app = await testApp({ env: { METRICS_TOKEN: 'a-long-enough-token' } });
  const ask = (authorization?: string) =>
    app.server.inject({ url: '/metrics', remoteAddress: '192.0.2.1', headers: authorization ? { authorization } : {} });
  assert.equal((await ask('Bearer a-long-enough-token')).statusCode, 200);
  assert.equal((await ask('Bearer a-wrong-token-here')).statusCode, 404);
  assert.equal((await ask()).statusCode, 404);
  assert.equal((await app.server.inject('/metrics')).statusCode, 404, 'this machine too');
});

test('health checks are exempt from the rate limit', async () => {
  await using app = await testApp({ env: { REQUESTS_PER_MINUTE: '3' } });
  for (let time = 0; time < 6; time++) assert.equal((await app.server.inject('/healthz')).statusCode, 200);
  const others = await Promise.all(Array.from({ length: 6 }, () => app.server.inject('/api/home/GetPlanDetails')));
  assert.ok(others.some((answer) => answer.statusCode === 429));
});

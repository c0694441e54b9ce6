// Tests of the shutdown: in time, in order, and with nothing left behind, whatever is in progress.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { buildMail } from './testing/build/mail.ts';
import { testDatabase } from './testing/database/database.ts';
import {
  connectionOf,
  connectServices,
  dataFolder,
  eventually,
  launch,
  listenTo,
  postgresProcesses,
  refusesConnections,
  run,
} from './testing/process.ts';
import { openSmtpReceiver } from './testing/servers/smtp.ts';

/** A client that sends this text and nothing more; `received` returns the response so far. */
async function halfClient(port: number, says: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(says);
  return { socket, received: () => received };
}

test('SIGTERM ends it within 10 seconds although every client hangs, and the next start sends the aborted mail', async () => {
  let taken = 0;
  await using slow = await openSmtpReceiver({
    data: () => {
      taken++;
      return 'hang';
    },
  });
  await using folder = await dataFolder();
  await using daybook = await run({ DATA_DIR: folder.path, SMTP_URL: slow.url });
  const connection = await connectionOf(folder.path);
  let id = '';
  {
    await using services = connectServices(daybook, connection);
    const { employee } = await buildBusiness(services);
    const stream = await listenTo(daybook.url, await signIn(services, employee));
    assert.equal(stream.status, 200);
    const post = 'POST /api/user/Authenticate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    const clients = [
      await halfClient(daybook.port, `${post}content-length: 100\r\n\r\n{"LogIn":`),
      await halfClient(daybook.port, 'GET / HTTP/1.1\r\nhost: loc'),
      await halfClient(daybook.port, ''),
      await halfClient(daybook.port, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    ];
    await eventually('the idle connection is answered', () => clients[3]?.received().includes('200 OK') ?? false);
    id = await buildMail(services);
    await eventually('the mail is under way', () => taken === 1);
    const { code, duration: took } = await daybook.stop();
    assert.equal(code, 0);
    assert.ok(took < 10_000, `${took} ms`);
    await eventually('the stream ends', () => stream.ended);
    await eventually('all connections end', () => clients.every(({ socket }) => socket.closed));
  }
  assert.deepEqual(daybook.complaints, []);
  assert.deepEqual(await postgresProcesses(folder.path), []);
  assert.ok(!existsSync(connection.host ?? ''), 'its socket is gone');
  assert.equal(await refusesConnections(daybook.port), true);

  await using mail = await openSmtpReceiver();
  await using next = await run({ DATA_DIR: folder.path, SMTP_URL: mail.url });
  assert.equal((await mail.next()).subject, `About ${id}`);
  const quick = await next.stop('SIGHUP');
  assert.equal(quick.code, 0);
  assert.ok(quick.duration < 4_500, `${quick.duration} ms with nothing to wait for`);
});

test('while it drains, requests in progress are answered; health checks and new requests get 503', async () => {
  const created = await testDatabase();
  try {
    await using folder = await dataFolder();
    await using daybook = await run({ DATA_DIR: folder.path, DATABASE_URL: created.url });
    await using services = connectServices(daybook, created.connection);
    const holder = await services.database.connect();
    await holder.query('begin; lock table plans in access exclusive mode');
    const pending = fetch(`${daybook.url}/api/home/GetPlanDetails`);
    await eventually('the request waits', async () => {
      const { rows } = await holder.query('select from pg_locks where not granted');
      return rows.length > 0;
    });
    const stopped = daybook.stop('SIGINT');
    const ask = (path: string) => fetch(daybook.url + path);
    await eventually('it is not ready', async () => (await ask('/readyz')).status === 503, 3_000);
    const turnedAway = await ask('/api/home/GetPlanDetails');
    assert.equal(turnedAway.status, 503);
    assert.equal(turnedAway.headers.get('retry-after'), '5');
    assert.equal(turnedAway.headers.get('connection'), 'close');
    assert.equal((await turnedAway.json()).Code, 'error.stopping');
    assert.equal((await ask('/healthz')).status, 200, 'it lives');
    await holder.query('commit');
    const answer = await pending;
    assert.equal(answer.status, 200);
    assert.ok(Array.isArray(await answer.json()));
    const startedAt = steadyNow();
    assert.equal((await stopped).code, 0);
    assert.ok(steadyNow() - startedAt < 4_500);
    assert.deepEqual(daybook.complaints, []);
    await holder.end();
  } finally {
    await created.drop();
  }
});

test('jobs that take longer than the shutdown are cut off without errors in the log', async () => {
  await using folder = await dataFolder();
  await using daybook = await run({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' });
  const holder = new pg.Client(await connectionOf(folder.path));
  holder.on('error', () => {});
  await holder.connect();
  await eventually('the jobs are known', async () => (await holder.query('select from jobs')).rows.length > 0);
  await holder.query("update jobs set run_asked_at = now(); select pg_notify('daybook_jobs', '')");
  await holder.query('begin; lock table visits in access exclusive mode');
  await eventually('jobs wait', async () => {
    const { rows } = await holder.query('select from pg_locks where not granted');
    return rows.length > 0;
  });
  assert.equal((await daybook.stop()).code, 0);
  assert.deepEqual(
    daybook.lines.filter((line) => line.includes('"err":')),
    [],
  );
});

test('a start that waits for its database can be stopped immediately', async () => {
  const started = launch({ DATABASE_URL: 'postgres://daybook@127.0.0.1:1/daybook' });
  await eventually('it waits', () => started.lines.some((line) => line.startsWith('Waiting for the database')));
  const startedAt = steadyNow();
  started.child.kill('SIGTERM');
  assert.equal(await started.ended, 0);
  assert.ok(steadyNow() - startedAt < 3_000);
  assert.deepEqual(started.complaints, []);
});

test('a signal to the npm process that started it stops it in the same way', async () => {
  await using folder = await dataFolder();
  await using daybook = await run({ DATA_DIR: folder.path }, 'npm');
  await daybook.stop('SIGTERM');
  assert.deepEqual(daybook.complaints, []);
  assert.equal(await refusesConnections(daybook.port), true);
  assert.deepEqual(await postgresProcesses(folder.path), []);
});

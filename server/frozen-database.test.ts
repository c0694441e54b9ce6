// Tests of a database that is frozen, as by SIGSTOP or a lost host: callers get an answer, and all is well afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { buildMail } from './testing/build/mail.ts';
import {
  connectionOf,
  connectServices,
  dataFolder,
  eventually,
  listenTo,
  postgresProcesses,
  run,
} from './testing/process.ts';
import { openSmtpReceiver } from './testing/servers/smtp.ts';

const frozenFor = 30_000;
/** More callers than connections: some wait for a connection, the others for an answer. */
const callers = 12;

/** A connection's process may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops all processes of the database, also those that begin while the first ones are stopped. */
async function freeze(dataDir: string): Promise<Set<number>> {
  const frozen = new Set<number>();
  for (;;) {
    const running = (await postgresProcesses(dataDir)).filter((pid) => !frozen.has(pid));
    if (running.length === 0) return frozen;
    for (const pid of running) {
      signal(pid, 'SIGSTOP');
      frozen.add(pid);
    }
  }
}

test('while the database is frozen callers get 503 in time, and afterwards everything continues by itself', async () => {
  await using mail = await openSmtpReceiver();
  await using folder = await dataFolder();
  await using daybook = await run({ DATA_DIR: folder.path, SMTP_URL: mail.url });
  await using services = connectServices(daybook, await connectionOf(folder.path));
  const { employee } = await buildBusiness(services);
  const headers = await signIn(services, employee);
  const stream = await listenTo(daybook.url, headers);
  await eventually('the jobs are there', async () => {
    const { rows } = await sql<{ found: string | null }>`select to_regclass('pgboss.schedule') as found`.execute(
      services.database.read,
    );
    return rows[0]?.found !== null;
  });
  await sleep(1_000);
  const calls: [path: string, init?: RequestInit][] = [
    ['/api/home/GetPlanDetails'],
    ['/api/calendars/GetAllCalendars', { headers }],
    [
      '/api/user/Authenticate',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ LogIn: 'a@example.org', Password: 'some long password' }),
      },
    ],
  ];
  const frozen = await freeze(folder.path);
  const thaw = sleep(frozenFor);
  try {
    const ready = await timed(`${daybook.url}/readyz`);
    assert.deepEqual([ready.status, ready.retryAfter], [503, '2']);
    assert.ok(ready.duration < 4_000, `readyz: ${ready.duration} ms`);
    assert.equal((await timed(`${daybook.url}/healthz`)).status, 200);
    const answers = await Promise.all(
      calls.flatMap(([path, init]) => Array.from({ length: callers }, () => timed(daybook.url + path, init))),
    );
    for (const { path, status, retryAfter, duration } of answers) {
      assert.deepEqual([status, retryAfter], [503, '2'], path);
      assert.ok(duration < 15_000, `${path}: ${duration} ms`);
    }
    const again = await timed(`${daybook.url}/readyz`);
    assert.equal(again.status, 503);
    assert.ok(again.duration < 4_000, `readyz: ${again.duration} ms`);
    await thaw;
  } finally {
    for (const pid of frozen) signal(pid, 'SIGCONT');
  }

  await eventually('it is ready', async () => (await timed(`${daybook.url}/readyz`)).status === 200);
  for (const [path, init] of calls) {
    await eventually(`${path} is served`, async () =>
      [200, 417].includes((await timed(daybook.url + path, init)).status),
    );
  }
  await eventually(
    'the stream says that something may have been missed',
    () => stream.text.includes('event: missed'),
    10_000,
  );
  await buildEvent(services, employee, { start: '2030-01-01T10:00:00Z' });
  await eventually('the stream goes on', () => stream.text.includes(`{"CalendarId":"${employee.calendarId}"}`));
  assert.equal(stream.ended, false);
  const id = await buildMail(services);
  await mail.next(({ subject }) => subject === `About ${id}`);
  await sql`insert into pgboss.job (name) values ('tidy')`.execute(services.database.write);
  const done = async () => {
    const { rows } = await sql`select from pgboss.job where name = 'tidy' and state = 'completed'`.execute(
      services.database.read,
    );
    return rows.length > 0;
  };
  await eventually('the job is done', done, 45_000);
  // Jobs go on meanwhile: a statement of this moment is none that was left.
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where application_name = 'daybook' and state <> 'idle' and coalesce(xact_start, query_start) < now() - interval '5 seconds'`.execute(
    services.database.read,
  );
  assert.deepEqual(rows, [], 'no connection is left in a statement or transaction');
  assert.equal((await daybook.stop()).code, 0);
});

async function timed(url: string, init?: RequestInit) {
  const startedAt = performance.now();
  const answer = await fetch(url, init);
  await answer.text();
  const { status, headers } = answer;
  const path = new URL(url).pathname;
  return { path, status, retryAfter: headers.get('retry-after'), duration: performance.now() - startedAt };
}

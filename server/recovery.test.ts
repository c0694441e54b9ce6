// Tests of recovery after kill -9 of the product or its database: it serves again, and background work continues.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { buildMail } from './testing/build/mail.ts';
import {
  connectionOf,
  connectServices,
  dataFolder,
  eventually,
  listenTo,
  mainPostgres,
  postgresProcesses,
  run,
} from './testing/process.ts';
import { openSmtpReceiver } from './testing/servers/smtp.ts';

test('after a kill -9 the next start on the same folder ends orphaned processes and serves the same data', async () => {
  await using folder = await dataFolder();
  let address = '';
  let left: number[] = [];
  {
    await using killed = await run({ DATA_DIR: folder.path });
    await using services = connectServices(killed, await connectionOf(folder.path));
    const { employee } = await buildBusiness(services);
    address = `/${employee.locationUrlName}/${employee.urlName}`;
    assert.equal((await fetch(killed.url + address)).status, 200);
    assert.equal((await killed.stop('SIGKILL')).code, 'SIGKILL');
    left = await postgresProcesses(folder.path);
    assert.ok(left.length > 0, 'its database runs on');
  }
  await using daybook = await run({ DATA_DIR: folder.path });
  assert.equal((await fetch(daybook.url + address)).status, 200);
  const running = await postgresProcesses(folder.path);
  assert.deepEqual(
    left.filter((pid) => running.includes(pid)),
    [],
    'those of before are gone',
  );
  const { code, duration: took } = await daybook.stop();
  assert.equal(code, 0);
  assert.ok(took < 4_500, `${took} ms`);
  assert.deepEqual(await postgresProcesses(folder.path), []);
});

test('after a kill -9 of the database it restarts and is served within 5 seconds; streams, mail and jobs continue', async () => {
  await using mail = await openSmtpReceiver();
  await using folder = await dataFolder();
  await using daybook = await run({ DATA_DIR: folder.path, SMTP_URL: mail.url });
  const connection = await connectionOf(folder.path);
  await using services = connectServices(daybook, connection);
  const { employee } = await buildBusiness(services);
  const stream = await listenTo(daybook.url, await signIn(services, employee));
  // Jobs start in the background.
  await eventually('the jobs are there', async () => {
    const { rows } = await sql`select to_regclass('pgboss.schedule') as found`.execute(services.database.read);
    return (rows[0] as { found: string | null }).found !== null;
  });
  await sleep(1_000);

  for (const round of [1, 2]) {
    process.kill(await mainPostgres(folder.path), 'SIGKILL');
    const killed = steadyNow();
    let answers = 0;
    await eventually('it serves again', async () => {
      const startedAt = steadyNow();
      const answer = await fetch(`${daybook.url}/api/home/GetPlanDetails`);
      assert.ok(steadyNow() - startedAt < 6_000);
      assert.ok([200, 503].includes(answer.status), `${answer.status}`);
      assert.equal(answer.headers.get('retry-after'), answer.status === 503 ? '2' : null);
      // Existing connections may still answer for a moment, until their processes notice the death.
      answers = answer.ok ? answers + 1 : 0;
      return answers >= 3 && (await postgresProcesses(folder.path)).length > 0;
    });
    assert.ok(steadyNow() - killed < 5_000);
    await eventually('the stream says that something may have been missed', () =>
      stream.text.includes('event: missed\ndata: {}'),
    );
    stream.text = '';
    await buildEvent(services, employee, { start: `2030-01-0${round}T10:00:00Z` });
    await eventually('the stream goes on', () => stream.text.includes(`{"CalendarId":"${employee.calendarId}"}`));
  }
  assert.equal(stream.ended, false);
  assert.ok(daybook.lines.includes('PostgreSQL ended by SIGKILL; starting it again.'));

  // As if the job were due.
  await sql`insert into pgboss.job (name) values ('tidy')`.execute(services.database.write);
  const id = await buildMail(services);
  await mail.next(({ subject }) => subject === `About ${id}`);
  const done = async () => {
    const { rows } = await sql`select from pgboss.job where name = 'tidy' and state = 'completed'`.execute(
      services.database.read,
    );
    return rows.length > 0;
  };
  await eventually('the job is done', done, 25_000);
  assert.equal((await daybook.stop()).code, 0);
  assert.deepEqual(await postgresProcesses(folder.path), []);
});

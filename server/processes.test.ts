// Tests of several processes on one database: one place of files, and four that serve as one.
import assert from 'node:assert/strict';
import { cp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { user } from '#contract/identity/sign-in.ts';
import { checkPools } from '#server/db/check-pools.ts';
import { openDatabase } from '#server/db/pool.ts';
import { countRunning, markRunning, startAlone } from '#server/db/running-processes.ts';
import { checkFilePlace, hasFilePlace, joinFilePlace } from '#server/lib/files/shared-place.ts';
import { buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { parseConfig } from './config.ts';
import { buildMail } from './testing/build/mail.ts';
import { bookTime } from './testing/clients/book-time.ts';
import { testDatabase } from './testing/database/database.ts';
import { type OwnPostgres, ownPostgres } from './testing/database/own-postgres.ts';
import { connectServices, dataFolder, eventually, launch, listenTo, run, runDoctorCommand } from './testing/process.ts';
import { openSmtpReceiver } from './testing/servers/smtp.ts';

let postgres: OwnPostgres;

setUpFile(import.meta, async () => {
  postgres = await ownPostgres();
  await postgres.admin(['create role maker login createrole', 'create database maker owner maker']);
});

after(() => postgres[Symbol.asyncDispose]());

/** Processes that do no more than start: each with its place of files, marked as running until it stops. */
async function starts() {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 1 });
  const running: { end(): Promise<void> }[] = [];
  return {
    database,
    /** The lines of one more process, the last of which has refused it. */
    async start(env: Record<string, string>): Promise<string[]> {
      const config = parseConfig(env);
      const lines: string[] = [];
      const warn = (line: string) => void lines.push(line);
      const log = () => {};
      await startAlone(database.connect, log, async (client, others) => {
        const place = await checkFilePlace(client, config, { others, warn });
        await joinFilePlace(client, config, { place, warn });
        const live = await database.connect();
        await live.query(markRunning);
        running.push(live);
      }).catch((error: Error) => lines.push(error.message));
      return lines;
    },
    async stopAll() {
      for (const live of running.splice(0)) await live.end();
      const client = await database.connect();
      await eventually('their locks end', async () => (await countRunning(client)) === 0).finally(() => client.end());
    },
    async [Symbol.asyncDispose]() {
      await this.stopAll();
      await database.close();
      await created.drop();
    },
  };
}

test('a second process must store files where the first one does; a copy of its folder is another place', async () => {
  await using folder = await dataFolder();
  await using processes = await starts();
  const at = (name: string) => ({ DATA_DIR: join(folder.path, name) });
  const elsewhere = (name: string, why: string) => [
    `Another process of this database stores its files elsewhere than in DATA_DIR ${at(name).DATA_DIR}${why}. All processes need the same DATA_DIR, or the same S3_BUCKET.`,
  ];
  const { start } = processes;
  // Several at once agree.
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => start(at('one')))), [[], [], []]);
  assert.deepEqual(await start(at('two')), elsewhere('two', ''));
  await assert.rejects(readFile(join(folder.path, 'two/place.id')), /ENOENT/, 'nothing was written');
  await cp(join(folder.path, 'one'), join(folder.path, 'copy'), { recursive: true });
  assert.deepEqual(await start(at('one')), [], 'the same folder');
  assert.deepEqual(await start(at('copy')), elsewhere('copy', ', which is a copy or belongs to another database'));
  assert.deepEqual(await start({ ...at('one'), S3_BUCKET: 'daybook' }), [
    'Another process of this database stores its files elsewhere than in the bucket daybook. All processes need the same DATA_DIR, or the same S3_BUCKET.',
  ]);
  await processes.stopAll();

  // Alone, it may come from another folder; it is told once.
  const former = (name: string) => [
    `DATA_DIR ${at(name).DATA_DIR} is not where this database stored files before. Files that are missing now are in the former place.`,
  ];
  await rename(join(folder.path, 'one'), join(folder.path, 'moved'));
  assert.deepEqual(await start(at('moved')), []);
  await processes.stopAll();
  assert.deepEqual(await start(at('copy')), former('copy'));
  assert.deepEqual(await start(at('copy')), []);
  const client = await processes.database.connect();
  try {
    assert.equal(await hasFilePlace(client, parseConfig(at('copy'))), true);
    assert.equal(await hasFilePlace(client, parseConfig(at('moved'))), false, 'the operator reads it later, too');
  } finally {
    await client.end();
  }
  await processes.stopAll();
  const bucket = { S3_BUCKET: 'daybook' };
  assert.match((await start(bucket))[0] ?? '', /^the bucket daybook is not where/i);
  assert.deepEqual(await start({ ...bucket, S3_ENDPOINT: 'http://minio:9000' }), []);
});

test('a start that was cut between folder and database harms no later one', async () => {
  await using folder = await dataFolder();
  await using processes = await starts();
  const env = { DATA_DIR: folder.path };
  assert.deepEqual(await processes.start(env), []);
  const client = await processes.database.connect();
  const config = parseConfig(env);
  const warn = (line: string) => assert.fail(line);
  const place = await checkFilePlace(client, config, { others: 1, warn });
  await client.end();
  await assert.rejects(joinFilePlace(client, config, { place, warn }), /closed/);
  assert.equal((await readFile(join(folder.path, 'place.id'), 'utf8')).split('\n').length, 3, 'the folder has both');
  assert.deepEqual(await processes.start(env), []);
});

test('a folder that cannot be written refuses the start in one line', async () => {
  await using processes = await starts();
  assert.match(
    (await processes.start({ DATA_DIR: '/dev/null/data' })).join('\n'),
    /^DATA_DIR \/dev\/null\/data cannot be used: ENOTDIR/,
  );
});

test('known processes count as connections that are still to come', async () => {
  const lines: string[] = [];
  await using processes = await starts();
  await using folder = await dataFolder();
  const check = async (poolSize: number, isStart = true) => {
    lines.length = 0;
    await checkPools(processes.database, poolSize, (line) => lines.push(line), isStart);
    return lines.join('\n');
  };
  assert.equal(await check(6), '');
  const { rows } = await sql<{ allowed: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`.execute(
    processes.database.read,
  );
  const allowed = rows[0]?.allowed ?? assert.fail();
  let count = 1;
  for (; count * 17 <= allowed; count++) {
    assert.equal(await check(6), '', `${count} processes`);
    assert.deepEqual(await processes.start({ DATA_DIR: folder.path }), []);
  }
  assert.match(
    await check(6),
    new RegExp(
      `^${count} processes may open ${count * 17} connections; the database allows ${allowed}\\. Raise its max_`,
    ),
  );
  assert.equal(await check(6, false), '', 'one of those that run counts once');
});

test('a key that is not that of the data refuses the start in one line, nothing is written, and --new-key takes it', async () => {
  await postgres.admin(['create database keyed owner maker']);
  await using folder = await dataFolder();
  const { DATABASE_URL } = postgres.env('maker', 'keyed');
  const env = { DATABASE_URL, DATA_DIR: join(folder.path, 'data') };
  const key = join(env.DATA_DIR, 'secret.key');
  const refusal = async (more: object = {}, flags: readonly string[] = []) => {
    const refused = launch({ ...env, ...more }, 'node', flags);
    assert.equal(await refused.ended, 1, refused.lines.join('\n'));
    assert.equal(refused.complaints.length, 1);
    return refused.complaints[0] ?? '';
  };
  await (await run(env)).stop();
  const other = { SECRET_KEY: 'x'.repeat(32) };
  assert.match(await refusal(other), /^The SECRET_KEY is not the key with which this database/);
  await rename(key, `${key}.away`);
  assert.match(
    await refusal(),
    /^There is no secret\.key in DATA_DIR .*, and this database has been used with one\. Put/,
  );
  const examined = await runDoctorCommand({ ...env, PUBLIC_URL: 'http://127.0.0.1:1' }, 1);
  assert.match(examined.join('\n'), /^BROKEN Files: There is no secret\.key in DATA_DIR/m);
  await assert.rejects(readFile(key), /ENOENT/, 'no new key was made');
  await rename(`${key}.away`, key);
  {
    await using running = await run(env);
    assert.match(await refusal(other, ['--new-key']), /^Other processes of this database run with the former key\./);
    await running.stop();
  }
  await (await run({ ...env, ...other }, 'node', ['--new-key'])).stop();
  assert.match(await refusal(), /^The secret\.key in DATA_DIR .* is not the key with which this database/);
});

test('four processes serve as one: a sign-out counts at once, all streams hear a booking, jobs and mails run once', async () => {
  await using mail = await openSmtpReceiver();
  const settings = {
    ...postgres.env('maker', 'maker'),
    SMTP_URL: mail.url,
    DATABASE_POOL: '3',
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
  };
  await using running = new AsyncDisposableStack();
  const four = await Promise.all([1, 2, 3, 4].map(async () => running.use(await run(settings))));
  const [one] = four;
  if (!one) assert.fail();
  await using services = connectServices(one, postgres.connection('maker', 'maker'));
  const { employee } = await buildBusiness(services, { hours: openAlways });
  const headers = await signIn(services, employee);
  const streams = await Promise.all(four.map(({ url }) => listenTo(url, headers)));
  assert.ok(streams.every(({ status }) => status === 200));

  const booked = await Promise.all(four.map((daybook) => bookTime(daybook, employee, 24)));
  assert.deepEqual(booked.map(({ status }) => status).sort(), [200, 417, 417, 417]);
  await eventually('all streams hear of it', () =>
    streams.every(({ text }) => text.includes(`{"CalendarId":"${employee.calendarId}"}`)),
  );

  const mails = await Promise.all(Array.from({ length: 12 }, () => buildMail(services)));
  await Promise.all(mails.map((id) => mail.next(({ subject }) => subject === `About ${id}`)));
  await eventually('a job that is due is done', async () => {
    await sql`insert into pgboss.job (name) select 'tidy' where not exists (select from pgboss.job where name = 'tidy')`
      .execute(services.database.write)
      .catch(() => {});
    const { rows } = await sql`select from pgboss.job where name = 'tidy' and state = 'completed'`
      .execute(services.database.read)
      .catch(() => ({ rows: [] }));
    return rows.length === 1;
  });
  for (const id of mails) assert.equal(mail.mails.filter(({ subject }) => subject === `About ${id}`).length, 1);

  const ask = ({ url }: { url: string }) => fetch(`${url}/${user.getCurrent.path}`, { headers });
  assert.deepEqual(
    (await Promise.all(four.map(ask))).map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const left = await fetch(`${one.url}/${user.logOut.path}`, { method: 'POST', headers });
  assert.equal(left.status, 204);
  await eventually('all streams end', () => streams.every(({ ended }) => ended), 2_000);
  assert.deepEqual(
    (await Promise.all(four.map(ask))).map(({ status }) => status),
    [410, 410, 410, 410],
  );

  await using other = await dataFolder();
  const refused = launch({ ...settings, DATA_DIR: other.path });
  assert.equal(await refused.ended, 1);
  assert.match(refused.complaints.join('\n'), /^Another process of this database stores its files elsewhere than in/);
});

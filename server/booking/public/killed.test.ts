// Tests that a process killed amid concurrent bookings leaves booking and mail together or neither, and starts again.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { someOf } from '#contract/testing/random-cases.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { eventually } from '#server/testing/process.ts';
import { assertNoDeadlock, assertNoOverlap } from '#server/testing/real-servers.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Running {
  child: ChildProcess;
  url: string;
}

/** Runs `npm start` without building the pages, on the test's database; resolves once it prints its address. */
async function start(app: TestApp, folder: string): Promise<Running> {
  const { user, host, port, database } = app.database.connection;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), '--as-built'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
      DATA_DIR: folder,
      DEMO: '0',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '0',
      BOOKINGS_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.match(/is at (http\S+)/)?.[1];
    if (url) return { child, url };
  }
  throw new Error('The process ended before it served.');
}

/** A person with two services, of 15 minutes each. */
type Bookable = BuiltEmployee & { serviceIds: string[] };

interface Seen {
  held: Set<string>;
  agreed: Set<string>;
}

/** Holds and confirms times until the server is gone; records the answers. */
async function storm(url: string, employees: Bookable[], seen: Seen): Promise<void> {
  const post = async (operation: string, body: object) => {
    const answer = await fetch(`${url}/api/publiccalendars/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json = await answer.json();
    assert.ok([200, 404, 417, 503].includes(answer.status), `${answer.status} ${JSON.stringify(json)}`);
    return answer.status === 200 ? json : undefined;
  };
  const midnight = Temporal.Now.instant().round({ smallestUnit: 'hour' }).add({ hours: 24 });
  for (;;) {
    const employee = employees[Math.floor(Math.random() * employees.length)] ?? assert.fail();
    const start = midnight.add({ minutes: 15 * Math.floor(Math.random() * 2000) });
    const hasTwoParts = Math.random() < 0.5;
    const minutes = hasTwoParts ? 30 : 15 * (1 + Math.floor(Math.random() * 3));
    try {
      const hold = await post('InsertEvent', {
        LocationUrlName: employee.locationUrlName,
        UserUrlName: employee.urlName,
        Start: start.toString(),
        End: start.add({ minutes }).toString(),
        ...(hasTwoParts && { ServiceIds: employee.serviceIds }),
        Name: hasTwoParts ? twoParts : 'Mara',
        // Each booking is another person's: the requests of one address are limited.
        EMail: `mara-${randomUUID()}@example.org`,
      });
      if (!hold) continue;
      seen.held.add(hold.Id);
      if (await post('ConfirmEvent', { Id: hold.Id, Token: hold.Token })) seen.agreed.add(hold.Id);
    } catch (error) {
      // The connection ends with the server; any other error is a failure.
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** The name of those who book two services. */
const twoParts = 'Lena';

/** Waits until PostgreSQL has noticed the lost process and rolled back its transactions. */
async function connectionsGone(app: TestApp): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and xact_start < now()
      and pid <> pg_backend_pid()`.execute(app.database.read);
    if (rows.length === 0) return;
    await sleep(50);
  }
  assert.fail('transactions of a killed process live on');
}

async function assertTogether(app: TestApp, seen: Seen): Promise<void> {
  const { rows } = await sql<{ id: string; status: string; name: string; parts: number; mails: number; links: number }>`
    select v.id, v.status, v.name, (select count(*) from visit_parts p join events e on e.id = p.event_id
        where p.visit_id = v.id) as parts, (select count(*) from email_messages m where m.visit_id = v.id and m.to_e_mail = v.e_mail) as mails,
      (select count(*) from action_links l where l.visit_id = v.id) as links from visits v`.execute(app.database.read);
  for (const { id, status, name, parts, mails, links } of rows) {
    assert.equal(parts, name === twoParts ? 2 : 1, `${id} is whole`);
    const expected = status === 'requested' ? 1 : 0;
    assert.deepEqual([mails, links], [expected, expected], `${id} is ${status}`);
  }
  const loose = await sql`
    select from events e where not exists (select from visit_parts p where p.event_id = e.id)`.execute(
    app.database.read,
  );
  assert.equal(loose.rows.length, 0, 'an event without its visit');
  const orphans = await sql`select from email_messages where visit_id is null`.execute(app.database.read);
  assert.equal(orphans.rows.length, 0, 'a mail without its visit');
  const status = new Map(rows.map((row) => [row.id, row.status]));
  for (const id of seen.held) assert.ok(status.has(id), 'a hold that was answered is lost');
  for (const id of seen.agreed) assert.equal(status.get(id), 'requested', 'an agreement that was answered is lost');
}

test('kill -9 amid bookings loses nothing, duplicates nothing, and the next start serves', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { hours: openAlways });
  const employees: Bookable[] = [];
  for (const person of [employee, await buildEmployee(app, location, { hours: openAlways })]) {
    const services = [
      await buildService(app, person, { minutes: 15 }),
      await buildService(app, person, { minutes: 15, bufferAfter: 10 }),
    ];
    employees.push({ ...person, serviceIds: services.map(({ id }) => id) });
  }
  const folder = await mkdtemp(join(tmpdir(), 'daybook-killed-'));
  const seen: Seen = { held: new Set(), agreed: new Set() };
  let running: Running | undefined;
  try {
    const delays = someOf([0, 70, 200]);
    for (const delay of delays) {
      running = await start(app, folder);
      const { child, url } = running;
      const clients = Promise.all(Array.from({ length: 16 }, () => storm(url, employees, seen)));
      const before = seen.agreed.size;
      await eventually('twelve more are booked', () => seen.agreed.size >= before + 12, 60_000);
      await sleep(delay);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await clients;
      await connectionsGone(app);
      await assertNoOverlap(app);
      await assertTogether(app, seen);
    }
    assert.ok(seen.agreed.size >= 12 * delays.length, `${seen.agreed.size} agreed`);
    running = await start(app, folder);
    const answer = await fetch(
      `${running.url}/api/publiccalendars/GetFirstFree?${new URLSearchParams({ LocationUrlName: employee.locationUrlName, UserUrlName: employee.urlName })}`,
    );
    assert.equal(answer.status, 200);
    running.child.kill('SIGTERM');
    assert.deepEqual(await once(running.child, 'exit'), [0, null]);
    await assertNoDeadlock(app);
  } finally {
    if (running?.child.exitCode === null) running.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

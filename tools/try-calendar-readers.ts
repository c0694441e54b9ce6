// Serves a feed and lets khal, vdirsyncer and evolution-data-server read it: tools/try-calendars.sh starts it, with a
// folder for them.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { calendars } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { feeds } from '#contract/links/feeds.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { eventually } from '#server/testing/process.ts';
import { testApp } from '#server/testing/test-app.ts';

const run = promisify(execFile);
const [, , folder = ''] = process.argv;
const local = join(folder, 'local');

await using app = await testApp();
const { employee } = await buildBusiness(app, { actions: ['admin'] });
const as = await signIn(app, employee);
const { id } = await buildEvent(app, employee, { start: '2026-03-03T07:00:00Z', title: 'Cut', name: 'Māra' });
await buildEvent(app, employee, {
  ...{ start: '2026-03-28T22:00:00Z', end: '2026-03-29T21:00:00Z', title: 'Holiday; at home, all day' },
  dates: ['2026-03-29', '2026-03-30'],
});
const made = await app.call(feeds.insert, { calendarId: employee.calendarId, detail: 'names' }, as);
await app.server.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}${new URL(made.answer.address).pathname}`;

await mkdir(join(folder, 'vdirsyncer'), { recursive: true });
await mkdir(join(folder, 'khal'), { recursive: true });
await mkdir(local, { recursive: true });
await writeFile(
  join(folder, 'vdirsyncer', 'config'),
  `[general]
status_path = "${join(folder, 'status')}"
[pair feed]
a = "remote"
b = "local"
collections = null
conflict_resolution = "a wins"
[storage remote]
type = "http"
url = "${url}"
[storage local]
type = "filesystem"
path = "${local}"
fileext = ".ics"
`,
);
await writeFile(
  join(folder, 'khal', 'config'),
  `[calendars]
[[daybook]]
path = ${local}
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = UTC
default_timezone = UTC
`,
);

const { pathname } = new URL(url);
await mkdir(join(folder, 'evolution', 'sources'), { recursive: true });
await writeFile(
  join(folder, 'evolution', 'sources', 'daybook.source'),
  `[Data Source]
DisplayName=Daybook
Enabled=true
Parent=webcal-stub
[Calendar]
BackendName=webcal
[Authentication]
Host=127.0.0.1
Port=${port}
Method=none
[Security]
Method=none
[WebDAV Backend]
ResourcePath=${pathname}
[Refresh]
Enabled=false
`,
);
const program = join(import.meta.dirname, 'try-evolution.py');
const evolution = spawn('dbus-run-session', ['--', 'python3', program], { stdio: ['pipe', 'pipe', 'ignore'] });
const evolutionLines = createInterface(evolution.stdout)[Symbol.asyncIterator]();

/** The events that evolution-data-server has. Throws when it has ended. */
async function evolutionEvents(command: 'refresh' | 'list'): Promise<[start: string, title: string][]> {
  evolution.stdin.write(`${command}\n`);
  const line = await evolutionLines.next();
  assert.ok(!line.done, 'evolution-data-server has ended');
  return JSON.parse(line.value);
}

/** Has evolution-data-server read the feed, and waits until it has exactly these events. */
async function assertEvolutionHas(expected: [start: string, title: string][]): Promise<void> {
  let seen = await evolutionEvents('refresh');
  await eventually(
    'evolution-data-server has read the feed',
    async () => {
      seen = await evolutionEvents('list');
      return JSON.stringify(seen) === JSON.stringify(expected);
    },
    20_000,
  ).catch(() => assert.deepEqual(seen, expected));
}

/** The events that khal shows after vdirsyncer has read the feed. */
async function shown(): Promise<string[]> {
  await run('vdirsyncer', ['-vWARNING', 'sync']);
  const format = ['--format', '{start} {title}', '--day-format', ''];
  const { stdout } = await run('khal', ['list', ...format, '2026-03-01', '40d']);
  return stdout.split('\n').filter(Boolean);
}

await run('vdirsyncer', ['discover']);
const holiday = '2026-03-29 Holiday; at home, all day';
assert.deepEqual(await shown(), ['2026-03-03 07:00 Māra · Cut', holiday]);
const evolutionHoliday: [string, string] = ['20260329', 'Holiday; at home, all day'];
await assertEvolutionHas([['20260303T070000Z', 'Māra · Cut'], evolutionHoliday]);
console.log('All show the appointment and the day.');
for (let move = 1; move <= 10; move += 1) {
  app.clock.advance({ minutes: 1 });
  const start = Temporal.Instant.from('2026-03-03T07:00:00Z').add({ minutes: 30 * move });
  const time = { start: start.toString(), end: start.add({ hours: 1 }).toString() };
  const moved = await app.call(calendars.updateEvent, { id, ...time, notify: false }, as);
  assert.equal(moved.status, 200, moved.body);
  assert.deepEqual(await shown(), [`${start.toString().slice(0, 16).replace('T', ' ')} Māra · Cut`, holiday]);
  await assertEvolutionHas([[start.toString().replaceAll(/[-:]/g, ''), 'Māra · Cut'], evolutionHoliday]);
}
console.log('After each of ten moves: one entry, at its time.');
const cancelled = await app.call(visits.changeStatus, { id, status: 'cancelled', notify: false }, as);
assert.equal(cancelled.status, 200, cancelled.body);
assert.deepEqual(await shown(), [holiday]);
assert.equal((await readdir(local)).length, 1);
await assertEvolutionHas([evolutionHoliday]);
console.log('After it was cancelled: none.');
const ended = await app.call(feeds.delete, { id: made.answer.id }, as);
assert.equal(ended.status, 204);
await assert.rejects(run('vdirsyncer', ['sync']), /Not Found/);
assert.equal((await readdir(local)).length, 1);
await evolutionEvents('refresh');
await assertEvolutionHas([evolutionHoliday]);
console.log('An ended feed is an error for vdirsyncer; it and evolution-data-server keep what they have read.');
evolution.stdin.end();
await once(evolution, 'exit');

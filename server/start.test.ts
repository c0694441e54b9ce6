// Tests of the start for an operator: its output, its access, and its refusals in one line.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  dataFolder,
  eventually,
  type LaunchedProcess,
  launch,
  postgresProcesses,
  type RunningServer,
  refusesConnections,
  run,
} from './testing/process.ts';

/** An address of this machine that reaches only programs listening on every address. */
const otherAddress = '127.0.0.2';

/** The process must exit with a failure and print only this one line to stderr. */
async function assertRefused(started: LaunchedProcess, line: RegExp): Promise<void> {
  assert.equal(await started.ended, 1, started.lines.join('\n'));
  assert.equal(started.complaints.length, 1, started.complaints.join('\n'));
  assert.match(started.complaints[0] ?? '', line);
}

async function signIn(daybook: RunningServer, LogIn: string, Password: string): Promise<Response> {
  return fetch(`${daybook.url}/api/user/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ LogIn, Password }),
  });
}

test('a demo prints its address, how to sign in and where mail goes, and is reachable from this machine only', async () => {
  await using folder = await dataFolder();
  const settings = { DATA_DIR: folder.path, HOST: '' };
  await using daybook = await run({ ...settings, DEMO: '1' });
  const output = daybook.lines.join('\n');
  assert.match(output, /^Daybook is at http:\/\/localhost:\d+$/m);
  assert.match(output, /^Demo sign-ins \(password daybook-demo\): /m);
  assert.match(output, /Only this machine can reach them, unless HOST is set/);
  const mail =
    /^E-mails are stored, not sent \(no SMTP_URL\)\. Read them at (\S+)$/m.exec(output)?.[1] ?? assert.fail(output);
  assert.equal((await fetch(mail)).status, 200);
  const signIns = output.match(/\w+@daybook\.test/g) ?? [];
  assert.equal(signIns.length, 5);
  for (const logIn of signIns) assert.equal((await signIn(daybook, logIn, 'daybook-demo')).status, 200, logIn);
  assert.equal((await signIn(daybook, 'user@daybook.test', 'daybook')).status, 417);
  assert.equal(await refusesConnections(daybook.port), false);
  assert.equal(await refusesConnections(daybook.port, otherAddress), true);

  const page = await fetch(daybook.url);
  assert.equal(page.status, 200);
  const asset = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1] ?? assert.fail('no script');
  const script = await fetch(daybook.url + asset, { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([script.status, script.headers.get('content-encoding')], [200, 'br']);

  await assertRefused(
    launch({ DATA_DIR: folder.path }),
    /^Another process \(pid \d+\) already runs the database in .+\. Stop it first, or set another DATA_DIR\.$/,
  );
  assert.equal((await fetch(`${daybook.url}/readyz`)).status, 200, 'the first one serves on');
  await daybook.stop();

  await using later = await run(settings);
  assert.doesNotMatch(later.lines.join('\n'), /daybook-demo/);
  assert.match(later.lines.join('\n'), /known password\. Only this machine can reach them, unless HOST is set/);
  assert.equal(await refusesConnections(later.port, otherAddress), true, 'the known passwords are still in it');
});

test('without a demo it is reachable from anywhere, serves health checks, and prints no password', async () => {
  await using folder = await dataFolder();
  const SMTP_URL = 'smtp://mara:secret@mail.test:2525';
  await using daybook = await run({ DATA_DIR: folder.path, HOST: '', SMTP_URL });
  const output = daybook.lines.join('\n');
  assert.doesNotMatch(output, /sign-in|password|secret/);
  assert.match(output, /^E-mails are sent through mail\.test:2525\.$/m);
  assert.equal(await refusesConnections(daybook.port, otherAddress), false);

  const ask = async (path: string) => {
    const answer = await fetch(daybook.url + path);
    return `${answer.status} ${await answer.text()}`;
  };
  assert.equal(await ask('/healthz'), '200 {"Status":"ok"}');
  assert.equal(await ask('/readyz'), '200 {"Status":"ready"}');
  assert.match(
    await ask('/metrics'),
    /^200 [\s\S]*\nhttp_request_duration_seconds_count\{[^}]*route="\/readyz"[^}]*\} 1\n/,
  );

  await using second = await dataFolder();
  await assertRefused(
    launch({ DATA_DIR: second.path, HOST: '0.0.0.0', PORT: String(daybook.port) }),
    new RegExp(`^Port ${daybook.port} of 0\\.0\\.0\\.0 is already in use\\. Stop the other program, or set PORT\\.$`),
  );
  assert.deepEqual(await postgresProcesses(second.path), [], 'the database it had started is stopped again');
});

test('wrong settings stop the start immediately, each named in one line', async () => {
  await using folder = await dataFolder();
  await assertRefused(
    launch({ DATA_DIR: join(folder.path, 'data'), PORT: 'http', SMTP_URL: 'mail.test', DEMO: 'yes' }),
    /^Wrong settings: PORT must be .+; DEMO must be .+; SMTP_URL must be .+\.$/,
  );
  await assertRefused(
    launch({ DATA_DIR: join(folder.path, 'typo') }, 'node', ['--verify-books']),
    /^There is no Daybook database in .+typo\.$/,
  );
  assert.deepEqual(await readdir(folder.path), [], 'nothing was begun');
  await assertRefused(launch({ DATA_DIR: '/dev/null/data' }), /^DATA_DIR \/dev\/null\/data cannot be used: ENOTDIR/);
  await assertRefused(
    launch({ DATA_DIR: folder.path, HOST: '192.0.2.77' }),
    /^HOST 192\.0\.2\.77 is not an address of this machine\.$/,
  );
  assert.deepEqual(await postgresProcesses(folder.path), []);
});

test('a stop during the start leaves nothing behind, and the next start succeeds', async () => {
  await using folder = await dataFolder();
  const home = join(folder.path, 'postgres');
  const filesBegun = async () => (await readdir(home).catch(() => [])).some((name) => name.startsWith('new-'));
  const serverBegun = async () => (await postgresProcesses(folder.path)).length > 0;
  for (const moment of [filesBegun, serverBegun, serverBegun]) {
    const started = launch({ DATA_DIR: folder.path });
    await eventually(moment.name, moment);
    started.child.kill('SIGTERM');
    assert.equal(await started.ended, 0, started.lines.join('\n'));
    assert.deepEqual(started.lines, []);
    assert.deepEqual(await postgresProcesses(folder.path), [], moment.name);
  }
  await using daybook = await run({ DATA_DIR: folder.path });
  assert.equal((await fetch(`${daybook.url}/readyz`)).status, 200);
});

// Tests that open calendars are notified of their company's changes at once, over real HTTP, from every server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildMembership } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { realServers } from '#server/testing/real-servers.ts';

/** Listens as a browser does; `text` is everything received so far. */
async function listen(url: string, headers: { cookie: string }) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/calendars/GetChanges`, { headers, signal: stop.signal });
  const stream = { status: answer.status, headers: answer.headers, text: '', ended: false, stop: () => stop.abort() };
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += chunk;
  };
  read()
    .catch(() => {})
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}

async function until(what: () => boolean | Promise<boolean>, why: string): Promise<void> {
  for (let waited = 0; !(await what()); waited += 10) {
    assert.ok(waited < 5000, why);
    await sleep(10);
  }
}

test('a booking on one server notifies the company on the other, without data of the visitor, and no other company', async () => {
  await using app = await realServers(2);
  const ours = (await buildBusiness(app)).employee;
  const theirs = (await buildBusiness(app)).employee;
  const [here, there] = await Promise.all(app.urls.map(async (url) => listen(url, await signIn(app, ours))));
  const foreign = await listen(app.urls[0] ?? '', await signIn(app, theirs));
  assert.ok(here && there && here.status === 200);
  assert.match(here.headers.get('content-type') ?? '', /^text\/event-stream/);
  const input = {
    locationUrlName: ours.locationUrlName,
    userUrlName: ours.urlName,
    start: '2026-03-02T10:00:00Z',
    end: '2026-03-02T10:15:00Z',
  };
  const held = await app.fetch(publicCalendars.insertEvent, {
    ...input,
    name: 'Secret Mara',
    eMail: 'mara@example.org',
  });
  assert.equal(held.status, 200);
  const notice = `event: changed\ndata: {"CalendarId":"${ours.calendarId}"}\n\n`;
  await until(() => here.text.includes(notice) && there.text.includes(notice), 'nothing was heard');
  await buildEvent(app, theirs, { start: '2026-03-02T10:00:00Z' });
  await until(() => foreign.text.includes(theirs.calendarId), 'the other company hears its own');
  for (const { text } of [here, there])
    assert.doesNotMatch(text, new RegExp(`Secret|mara|${theirs.calendarId}|${held.json.Id}`));
  assert.ok(!foreign.text.includes(ours.calendarId));
  for (const each of [here, there, foreign]) each.stop();
});

test('a rolled-back change does not notify', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const stream = await listen(app.urls[0] ?? '', headers);
  const { calendarId } = employee;
  await buildEvent(app, employee, { start: '2026-03-02T10:00:00Z' });
  await until(() => stream.text.includes('changed'), 'a change is heard');
  const before = stream.text;
  const time = { start: '2026-03-02T10:30:00Z', end: '2026-03-02T11:30:00Z' };
  assert.equal((await app.fetch(calendars.insertEvent, { calendarId, title: 'x', ...time }, headers)).status, 417);
  await sleep(100);
  assert.equal(stream.text, before);
  stream.stop();
});

test('listeners are notified when notices may have been missed', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const stream = await listen(app.urls[0] ?? '', await signIn(app, employee));
  const admin = await app.database.connect();
  // The listening connection breaks, as in a restart of PostgreSQL.
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  await admin.end();
  await until(() => stream.text.includes('event: missed'), 'nobody was told');
  await buildEvent(app, employee, { start: '2026-03-02T10:00:00Z' });
  await until(() => stream.text.includes('event: changed'), 'listening goes on');
  stream.stop();
});

test('the stream of a session ends at once when the session is locked, ended or moved to another company', async () => {
  await using app = await realServers(2);
  const { employee } = await buildBusiness(app);
  const elsewhere = await buildBusiness(app);
  await buildMembership(app, employee, elsewhere.location);
  const staying = await listen(app.urls[0] ?? '', await signIn(app, employee));
  const ends: ((headers: { cookie: string }) => Promise<unknown>)[] = [
    (headers) => app.fetch(sessions.lock, {}, headers),
    (headers) => app.fetch(user.logOut, {}, headers),
    (headers) => app.fetch(user.changeLocation, { id: elsewhere.location.id }, headers),
  ];
  for (const end of ends) {
    const headers = await signIn(app, employee);
    const streams = await Promise.all(app.urls.map((url) => listen(url, headers)));
    await end(headers);
    await until(() => streams.every(({ ended }) => ended), `still listening after ${end}`);
  }
  assert.ok(!staying.ended);
  staying.stop();
});

test('a session has at most 20 streams at a process; closing one makes room', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const [url = ''] = app.urls;
  const headers = await signIn(app, employee);
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(url, headers)));
  assert.ok(open.every(({ status }) => status === 200));
  const refused = await listen(url, headers);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  const other = await listen(url, await signIn(app, employee));
  assert.equal(other.status, 200, 'another session of the same person');
  open[0]?.stop();
  await until(() => app.server.streams.size === 20, 'the closed stream still counts');
  const again = await listen(url, headers);
  assert.equal(again.status, 200);
  for (const each of [...open, other, again]) each.stop();
});

test('a stream ends with the server, and soon after its session', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const leaving = await listen(app.urls[0] ?? '', headers);
  const staying = await listen(app.urls[0] ?? '', await signIn(app, employee));
  assert.equal((await app.fetch(user.logOut, {}, headers)).status, 204);
  t.mock.timers.tick(25_000);
  await until(() => leaving.ended, 'still listening after signing out');
  await until(() => staying.text.includes('still here'), 'the other stream goes on');
  assert.ok(!staying.ended);
  await app.server.close();
  await until(() => staying.ended, 'the stream kept the server from closing');
});

test('no stream is opened for a client that disconnected while its session was read', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const admin = await app.database.connect();
  await admin.query('begin');
  await admin.query('lock table sessions');
  const left = new AbortController();
  const asked = fetch(`${app.urls[0]}/api/calendars/GetChanges`, { headers, signal: left.signal }).catch(() => 'left');
  const waiting = `select 1 from pg_locks where not granted and relation = 'sessions'::regclass`;
  await until(async () => (await admin.query(waiting)).rows.length > 0, 'the session is not read');
  left.abort();
  assert.equal(await asked, 'left');
  await sleep(50);
  await admin.query('commit');
  await admin.end();
  await sleep(200);
  assert.equal(app.server.streams.size, 0);
});

test('HEAD does not open a stream', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const answer = await fetch(`${app.urls[0]}/api/calendars/GetChanges`, {
    method: 'HEAD',
    headers: await signIn(app, employee),
  });
  assert.equal(answer.status, 404);
});

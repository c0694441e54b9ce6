// Tests the readings of addresses of .ics files, and what accounts may do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { outsideCalendars } from '#contract/links/outside.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { calendarObject, outsideWorld } from '#server/testing/build/outside-events.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openCalDav } from '#server/testing/servers/caldav.ts';
import { loopbackCertificate } from '#server/testing/servers/loopback-certificate.ts';
import { testApp } from '#server/testing/test-app.ts';

const events = (...objects: string[]) =>
  `BEGIN:VCALENDAR\r\n${objects.map((one) => one.split('\r\n').slice(1, -2).join('\r\n')).join('\r\n')}\r\nEND:VCALENDAR\r\n`;
const address = ({ url }: { url: string }) => `${url}file.ics`;
const nine = calendarObject('a', '20260310T090000Z');

async function feedWorld(text = events(nine)) {
  const world = await outsideWorld({
    address(dav) {
      Object.assign(dav.file, { text, etag: '"1"' });
      return address(dav);
    },
  });
  const set = (next: string, etag: string | undefined) => Object.assign(world.dav.file, { text: next, etag });
  return Object.assign(world, { set });
}

test('an .ics file is read, and again only when it has changed', async () => {
  await using world = await feedWorld();
  const { dav, set } = world;
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00']);
  await world.round();
  set(events(nine, calendarObject('b', '20260311T090000Z')), '"2"');
  await world.round();
  assert.deepEqual(await world.times(), ['03-10T09:00 10:00', '03-11T09:00 10:00']);
  set(events(calendarObject('b', '20260311T090000Z')), undefined);
  await world.round();
  assert.deepEqual(await world.times(), ['03-11T09:00 10:00']);
  const [account] = (await world.app.call(outsideCalendars.getAll, {}, await world.session())).answer;
  assert.deepEqual([account?.provider, account?.address], ['ics', dav.url], 'the rest of the address is a secret');
});

for (const [reason, text] of [
  ['notCalendar', '<!DOCTYPE html><html><body>BEGIN:VCALENDAR END:VCALENDAR</body></html>'],
  ['notCalendar', ''],
  ['cut', events(nine).slice(0, -5)],
  ['cut', events(nine).replace('END:VEVENT', 'END:NOTHING')],
  ['large', `${events(nine)}${' '.repeat(10 * 1024 * 1024)}`],
  ['many', events(...Array.from({ length: 20_001 }, (_, n) => calendarObject(`${n}`, '20260310T090000Z')))],
] as const) {
  test(`a file that is no whole calendar opens no time: ${reason}, ${text.length} bytes`, async () => {
    await using world = await feedWorld();
    await world.round();
    world.set(text, undefined);
    await world.round();
    assert.deepEqual([await world.times(), (await world.calendar()).reason], [['03-10T09:00 10:00'], reason]);
    world.set(events(nine), undefined);
    await world.round();
    assert.equal((await world.calendar()).reason, null);
  });
}

test('each bad event is listed beside the calendar, and the others take their time', async () => {
  const bad = [
    calendarObject(
      'secondly',
      'SUMMARY:1',
      'DTSTART:20260315T090000Z',
      'DURATION:PT1S',
      'RRULE:FREQ=SECONDLY;UNTIL=20260315T235959Z',
    ),
    calendarObject('no start', 'SUMMARY:2', 'DURATION:PT1H'),
    calendarObject('end', 'SUMMARY:3', 'DTSTART:20260316T090000Z', 'DTEND:20260316T080000Z'),
    calendarObject('zone', 'SUMMARY:4', 'DTSTART;TZID=Mars/Base:20260317T090000', 'DURATION:PT1H'),
    calendarObject('twice', 'SUMMARY:5', 'DTSTART:20260318T090000Z', 'DURATION:PT1H'),
    calendarObject('twice', 'SUMMARY:5', 'DTSTART:20260318T120000Z', 'DURATION:PT1H'),
    calendarObject('rule', 'SUMMARY:6', 'DTSTART:20260319T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=NEVER'),
  ];
  await using world = await feedWorld(events(nine, ...bad));
  await world.round();
  const { problems, reason } = await world.calendar();
  assert.equal(reason, null);
  assert.deepEqual(
    problems.map(({ title, problem }) => `${title} ${problem}`),
    ['1 often', '2 noStart', '3 endBeforeStart', '4 unknownZone', '5 sameUid', '6 rule'],
  );
  assert.deepEqual(await world.times(), [
    '03-10T09:00 10:00',
    ...['03-15T00:00 00:00', '03-16T00:00 00:00'],
    '03-17T07:00 08:00',
    ...['03-18T09:00 10:00', '03-18T12:00 13:00', '03-19T09:00 10:00'],
  ]);
});

test('the name of an .ics file says nothing of its address, which may be the secret', async () => {
  await using named = await feedWorld(events(nine).replace('BEGIN:VEVENT', 'X-WR-CALNAME:Anna\r\nBEGIN:VEVENT'));
  assert.equal((await named.calendar()).name, 'Anna');
  await using world = await feedWorld();
  assert.equal((await world.calendar()).name, '127.0.0.1');
  const { rows } = await sql<{ text: string }>`
    select a::text || c::text as text from outside_accounts a join outside_calendars c on c.account_id = a.id`.execute(
    world.app.database.read,
  );
  assert.deepEqual(
    rows.map(({ text }) => /file\.ics/.test(text)),
    [false],
  );
});

test('an address is refused in words: no address, a web page, no server, another certificate, this network', async () => {
  await using app = await testApp({ env: { PRIVATE_HOSTS: 'localhost' } });
  const { employee } = await buildBusiness(app);
  const as = await signIn(app, employee);
  await using dav = await openCalDav();
  await using secure = await openCalDav({ certificate: loopbackCertificate });
  const port = (url: string) => new URL(url).port;
  const refusal = async (typed: string, more: { logIn?: string; password?: string } = {}) => {
    const { status, body } = await app.call(outsideCalendars.insert, { address: typed, ...more }, as);
    assert.equal(status, 417, body);
    // The answer of a refusal.
    return (JSON.parse(body) as { Message: string }[])[0]?.Message ?? '';
  };
  assert.match(await refusal('ftp://example.org/a.ics'), /^Enter the address of a calendar/);
  assert.match(await refusal('http://anna:secret@localhost/'), /^Enter the address of a calendar/);
  assert.match(
    await refusal(`http://localhost:${port(dav.url)}/page`),
    /^There is a web page|^The server does not accept/,
  );
  assert.match(await refusal('http://localhost:9/a.ics'), /cannot be reached/);
  // Other tests of this process have trusted it.
  loopbackCertificate.distrust();
  assert.match(await refusal(`https://localhost:${port(secure.url)}/file.ics`), /certificate/);
  loopbackCertificate.trust();
  assert.match(await refusal(`http://127.0.0.1:${port(dav.url)}/file.ics`), /inside the network/);
  assert.match(
    await refusal(`http://127.0.0.1:${port(dav.url)}/`, { logIn: 'anna', password: 'x' }),
    /secure connection/,
  );
  dav.faults = { location: `http://127.0.0.1:${port(dav.url)}/file.ics` };
  assert.match(await refusal(`http://localhost:${port(dav.url)}/file.ics`), /inside the network/);
  assert.deepEqual(dav.credentials.filter(Boolean), []);
});

test('times end with their calendar: when it is not read, switched off by an administrator, or deleted', async () => {
  await using world = await feedWorld();
  const { app, employee } = world;
  await world.round();
  const { id } = await world.calendar();
  const call = async (operation: 'setReading' | 'switch' | 'delete', input: object, as?: Record<string, string>) => {
    // One of three operations, with an input of its own.
    const { status } = await app.call(outsideCalendars[operation], input as never, as ?? (await world.session()));
    return status;
  };
  const account = async () => {
    const [one] = (await app.call(outsideCalendars.getAll, {}, await world.session())).answer;
    return one ?? assert.fail('no account');
  };
  assert.equal(await call('setReading', { id, reads: false, tentativeBlocks: true }), 204);
  assert.deepEqual(await world.times(), []);
  assert.equal(await call('setReading', { id, reads: true, tentativeBlocks: true }), 204);
  await world.round();
  assert.equal((await world.times()).length, 1);

  const { rows } = {
    rows: await app.database.read
      .selectFrom('locations')
      .selectAll()
      .where('companyId', '=', employee.companyId)
      .execute(),
  };
  const [place] = rows;
  const admin = await buildEmployee(app, { ...(place ?? assert.fail('no place')) }, { actions: ['user', 'admin'] });
  const asAdmin = await signIn(app, admin);
  const [state] = (await app.call(outsideCalendars.getStates, {}, asAdmin)).answer;
  assert.deepEqual([state?.state, state?.host], ['ok', new URL(world.dav.url).host]);
  assert.equal(await call('switch', { id: (await account()).id, isOn: false }, asAdmin), 204);
  assert.deepEqual([await world.times(), (await account()).state], [[], 'off']);
  assert.equal(await call('switch', { id: (await account()).id, isOn: true }, asAdmin), 404, 'only the person');
  await world.round();
  assert.deepEqual(await world.times(), []);
  assert.equal(await call('switch', { id: (await account()).id, isOn: true }), 204);
  await world.round();
  assert.equal((await world.times()).length, 1);
  assert.equal(await call('delete', { id: (await account()).id }), 204);
  assert.deepEqual(await world.times(), []);
});

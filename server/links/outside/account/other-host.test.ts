// Tests of servers that lead to another one: its address is offered, and a password goes there only once a person has
// entered it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outsideCalendars } from '#contract/links/outside.ts';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type CalDav, type CalDavFaults, openCalDav } from '#server/testing/servers/caldav.ts';
import { testApp } from '#server/testing/test-app.ts';

const homePath = '/dav/anna%40x/';

/** A person, and two servers: `localhost` with a port, and `127.0.0.1` with another one. */
async function twoServers({ privateHosts = 'localhost, 127.0.0.1' } = {}) {
  const app = await testApp({ env: { PRIVATE_HOSTS: privateHosts } });
  const { employee } = await buildBusiness(app, { timeZone: 'Europe/Riga' });
  const [first, second] = [await openCalDav(), await openCalDav()];
  const { logIn, password } = first;
  const as = await signIn(app, employee);
  const entered = first.url.replace('127.0.0.1', 'localhost');
  /** The address that the refusal offers; undefined without one. */
  const refusalAt = async (address: string) => {
    const { status, complaints } = await app.call(outsideCalendars.insert, { address, logIn, password }, as);
    assert.equal(status, 417);
    const [complaint] = complaints;
    assert.equal(complaint?.Key, 'Address');
    // Of a test: the wire has texts.
    return complaint as { Message: string; LeadsTo?: string };
  };
  return {
    ...{ app, as, employee, first, second, entered, logIn, password, refusalAt },
    async [Symbol.asyncDispose]() {
      await Promise.all([first, second].map((server) => server[Symbol.asyncDispose]()));
      await app[Symbol.asyncDispose]();
    },
  };
}

for (const [title, faultsOf] of [
  ['whose calendars are there, as those of iCloud', ({ url }) => ({ home: new URL(homePath, url).href })],
  ['whose person is there', ({ url }) => ({ principal: new URL('/dav/principals/anna/', url).href })],
  ['that leads there', ({ url }) => ({ location: url })],
] satisfies [string, (second: CalDav) => CalDavFaults][]) {
  test(`another server, ${title}, is named, asked nothing, and read once its address is entered`, async () => {
    await using world = await twoServers();
    const { app, as, first, second, logIn, password } = world;
    first.faults = faultsOf(second);
    const { LeadsTo = '', Message } = await world.refusalAt(world.entered);
    const { host, origin } = new URL(second.url);
    assert.equal(new URL(LeadsTo).origin, origin);
    assert.ok(Message.includes(host), Message);
    assert.deepEqual(second.requests, []);
    const made = await app.call(outsideCalendars.insert, { address: LeadsTo, logIn, password }, as);
    assert.equal(made.status, 200, made.body);
    assert.deepEqual(
      made.answer.calendars.map(({ name }) => name),
      ['Home & more'],
    );
    assert.equal(new URL(made.answer.address).host, host);
    const asked = first.requests.length;
    assert.equal((await readDueCalendars(app)).read, 1);
    assert.equal(first.requests.length, asked, 'the first server is not needed any more');
  });
}

test('calendars on a server of their own are found there, although it names the person at the first one', async () => {
  await using world = await twoServers();
  const { app, as, first, second, entered, logIn, password } = world;
  first.faults = { home: new URL(homePath, second.url).href };
  second.faults = { principal: `${entered}dav/principals/anna/` };
  const { LeadsTo = '' } = await world.refusalAt(entered);
  const made = await app.call(outsideCalendars.insert, { address: LeadsTo, logIn, password }, as);
  assert.deepEqual(
    made.answer.calendars.map(({ name }) => name),
    ['Home & more'],
  );
});

test('no address is offered without a secure connection, with a name in it, or of endless length', async () => {
  await using world = await twoServers();
  const { first, entered } = world;
  for (const home of [
    'http://calendars.example/anna/',
    'https://anna:secret@calendars.example/anna/',
    `https://calendars.example/${'a'.repeat(2_000)}/`,
  ]) {
    first.faults = { home };
    const { LeadsTo, Message } = await world.refusalAt(entered);
    assert.equal(LeadsTo, undefined, home);
    assert.match(Message, /another server, to which Daybook does not send your password/);
  }
});

test('an offered address inside the network is refused when it is entered', async () => {
  await using world = await twoServers({ privateHosts: 'localhost' });
  const { first, second, entered } = world;
  first.faults = { home: new URL(homePath, second.url.replace('http:', 'https:')).href };
  const { LeadsTo = '' } = await world.refusalAt(entered);
  const { Message } = await world.refusalAt(LeadsTo);
  assert.match(Message, /inside the network/);
  assert.deepEqual(second.requests, []);
});

test('a person whose calendars have moved to another server signs in there, and their settings stay', async () => {
  await using world = await twoServers();
  const { app, as, first, second, entered, logIn, password } = world;
  const { answer } = await app.call(outsideCalendars.insert, { address: entered, logIn, password }, as);
  const [calendar] = answer.calendars;
  assert.equal(calendar?.reads, true);
  first.faults = { home: new URL(homePath, second.url).href };
  const again = { id: answer.id, logIn, password };
  const refused = await app.call(outsideCalendars.signIn, again, as);
  assert.equal(refused.status, 417);
  const moved = await app.call(
    outsideCalendars.signIn,
    { ...again, address: String(refused.complaints[0]?.LeadsTo) },
    as,
  );
  assert.deepEqual(
    moved.answer.calendars.map(({ id, reads }) => [id, reads]),
    [[calendar?.id, true]],
  );
  assert.equal(new URL(moved.answer.address).host, new URL(second.url).host);
});

// Tests of the browser's event stream: rights, sessions and reminders reach the right people on every server.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calendars } from '#contract/booking/calendar.ts';
import { companyDismissals, companyGrants } from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import type { Services } from '#server/lib/context.ts';
import {
  buildAction,
  buildBusiness,
  buildCompany,
  buildEmployee,
  buildLocation,
} from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { realServers } from '#server/testing/real-servers.ts';

/** Listens as a browser does; `text` is everything received so far. */
async function listen(url: string, headers: { cookie: string }, path: string = application.getChanges.path) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/${path}`, { headers, signal: stop.signal });
  const stream = { status: answer.status, text: '', ended: false, stop: () => stop.abort() };
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

async function until(what: () => boolean, why: string): Promise<void> {
  for (let waited = 0; !what(); waited += 10) {
    assert.ok(waited < 5000, why);
    await sleep(10);
  }
}

/** Gives a new group an action. */
async function changeGroup(app: Services): Promise<void> {
  const { write } = app.database;
  const groupId = randomUUIDv7();
  await write
    .insertInto('groups')
    .values({ id: groupId, name: `Desk ${groupId}` })
    .execute();
  const actionId = await buildAction(app, 'lcladmin');
  await write.insertInto('groupActions').values({ groupId, actionId }).execute();
}

test('a grant notifies the person it is for, on every server, and no other', async () => {
  await using app = await realServers(2);
  const { location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'] });
  const [as, colleague] = [await signIn(app, admin), await signIn(app, mara)];
  const [here, there] = await Promise.all(app.urls.map((url) => listen(url, colleague)));
  const other = await listen(app.urls[0] ?? '', as);
  assert.ok(here && there && here.status === 200);
  const streams = [here, there, other];
  // The grants above may be heard only now. Notices come in order: after one for everyone, all earlier ones have come.
  await changeGroup(app);
  await until(() => streams.every(({ text }) => text.includes('event: rights')), 'the group was not heard');
  const heard = streams.map(({ text }) => text.length);
  const news = () => streams.map(({ text }, index) => text.slice(heard[index]));
  const id = `actions.${mara.companyId}.${mara.userId}.${await buildAction(app, 'lcladmin')}`;
  assert.equal((await app.fetch(companyGrants.updateAcl, { id, allow: true }, as)).status, 204);
  await until(() => news().filter((text) => text.includes('event: rights')).length === 2, 'the grant was not heard');
  assert.ok(!news()[2]?.includes('rights') && !here.ended);
  for (const each of streams) each.stop();
});

test('a stream says at once that the rights of its browser are out of date', async () => {
  await using app = await realServers(1);
  const { location } = await buildBusiness(app, { actions: ['admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'] });
  const headers = await signIn(app, mara);
  const url = app.urls[0] ?? '';
  const rightsVersion = async () => {
    const answer = await fetch(`${url}/${user.getCurrent.path}`, { headers });
    return ((await answer.json()) as { RightsVersion: string }).RightsVersion;
  };
  const open = (version: string) => listen(url, headers, `${application.getChanges.path}?RightsVersion=${version}`);
  const before = await rightsVersion();
  const { companyId, userId } = mara;
  const { id: pageId } = await app.database.read
    .selectFrom('pages')
    .select('id')
    .where('sRef', '=', '/app/company/locations')
    .executeTakeFirstOrThrow();
  await app.database.write.insertInto('userPages').values({ companyId, userId, pageId }).execute();
  const late = await open(before);
  await until(() => late.text.includes('event: rights'), 'the change before the stream was not heard');
  assert.notEqual(await rightsVersion(), before);
  late.stop();
});

test('a change to a group notifies everyone', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const stream = await listen(app.urls[0] ?? '', await signIn(app, employee));
  await changeGroup(app);
  await until(() => stream.text.includes('event: rights'), 'nothing was heard');
  stream.stop();
});

test('the stream of a person who is removed from the company or signs out ends at once', async () => {
  await using app = await realServers(1);
  const { location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'] });
  const [url = ''] = app.urls;
  const [as, colleague] = [await signIn(app, admin), await signIn(app, mara)];
  const [fired, leaving] = [await listen(url, colleague), await listen(url, as)];
  assert.equal((await app.fetch(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  await until(() => fired.ended, 'still listening after being fired');
  assert.ok(!leaving.ended);
  assert.equal((await app.fetch(user.logOut, {}, as)).status, 204);
  await until(() => leaving.ended, 'still listening after signing out');
});

test('a reminder notifies only its recipient', async () => {
  await using app = await realServers(1);
  const { location, employee: anna } = await buildBusiness(app);
  const mara = await buildEmployee(app, location);
  const [url = ''] = app.urls;
  const [annas, berts] = [await listen(url, await signIn(app, anna)), await listen(url, await signIn(app, mara))];
  const { companyId, userId } = anna;
  const values = { id: randomUUIDv7(), companyId, userId, type: 'general', text: 'x', createdAt: app.clock.now() };
  await app.database.write.insertInto('reminders').values(values).execute();
  await until(() => annas.text.includes('event: reminder'), 'the reminder was not heard');
  assert.ok(!berts.text.includes('reminder'));
  for (const each of [annas, berts]) each.stop();
});

test('a change of an event notifies those who may see it, at both ends of a move, and no other colleague', async () => {
  await using app = await realServers(1);
  const company = await buildCompany(app);
  const [centre, suburb] = [await buildLocation(app, company), await buildLocation(app, company)];
  const both = await buildEmployee(app, [suburb, centre]);
  const people = {
    owner: both,
    admin: await buildEmployee(app, suburb, { actions: ['admin'] }),
    lead: await buildEmployee(app, centre, { actions: ['lcladmin'] }),
    colleague: await buildEmployee(app, [suburb, centre]),
  };
  const url = app.urls[0] ?? '';
  const streams = new Map<string, Awaited<ReturnType<typeof listen>>[]>();
  for (const [name, person] of Object.entries(people)) {
    const session = await signIn(app, person);
    streams.set(name, [await listen(url, session), await listen(url, session, calendars.getChanges.path)]);
  }
  const heard = (name: string) => streams.get(name)?.map(({ text }) => text.split('event: changed').length - 1);
  const settles = async (counts: Record<keyof typeof people, number>) => {
    const all = () => Object.keys(counts).map((name) => [name, heard(name)]);
    const expected = Object.entries(counts).map(([name, count]) => [name, [count, count]]);
    await until(() => JSON.stringify(all()) === JSON.stringify(expected), JSON.stringify(counts));
  };
  const { id } = await buildEvent(app, { ...both, locationId: suburb.id }, { start: '2026-03-02T10:00:00Z' });
  await settles({ owner: 1, admin: 1, lead: 0, colleague: 0 });
  // One notice for each of the two locations.
  await app.database.write.updateTable('events').set({ locationId: centre.id }).where('id', '=', id).execute();
  await settles({ owner: 3, admin: 3, lead: 1, colleague: 0 });
  await app.database.write.deleteFrom('events').where('id', '=', id).execute();
  await settles({ owner: 4, admin: 4, lead: 2, colleague: 0 });

  const { companyId, userId } = people.lead;
  const lead = streams.get('lead')?.[0];
  await app.database.write
    .insertInto('employeeLocations')
    .values({ companyId, userId, locationId: suburb.id })
    .execute();
  await until(() => lead?.text.includes('event: rights') === true, 'the new location is heard');
  await buildEvent(app, { ...both, locationId: suburb.id }, { start: '2026-03-03T10:00:00Z' });
  await settles({ owner: 5, admin: 5, lead: 3, colleague: 0 });
  for (const each of [...streams.values()].flat()) each.stop();
});

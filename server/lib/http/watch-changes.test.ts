// The stream of an open browser: rights, sessions and reminders are heard within a second, on every server, by those concerned.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { companyDismissals, companyGrants } from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildAction, buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { realServers } from '#server/testing/real-servers.ts';

/** Listens as a browser does; `text` is all that came so far. */
async function listen(url: string, headers: { cookie: string }) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/${application.getChanges.path}`, { headers, signal: stop.signal });
  const heard = { status: answer.status, text: '', ended: false, stop: () => stop.abort() };
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += chunk;
  };
  read()
    .catch(() => {})
    .finally(() => {
      heard.ended = true;
    });
  return heard;
}

async function until(what: () => boolean, why: string): Promise<void> {
  for (let waited = 0; !what(); waited += 10) {
    assert.ok(waited < 5000, why);
    await sleep(10);
  }
}

test('a grant is heard by the one who has it now, on every server, and by nobody else', async () => {
  await using house = await realServers(2);
  const { location, employee: admin } = await buildBusiness(house, { actions: ['admin'] });
  const mara = await buildEmployee(house, location, { actions: ['user'] });
  const [as, his] = [await signIn(house, admin), await signIn(house, mara)];
  const [here, there] = await Promise.all(house.urls.map((url) => listen(url, his)));
  const other = await listen(house.urls[0] ?? '', as);
  assert.ok(here && there && here.status === 200);
  const id = `actions.${mara.companyId}.${mara.userId}.${await buildAction(house, 'lcladmin')}`;
  assert.equal((await house.fetch(companyGrants.updateAcl, { id, allow: true }, as)).status, 204);
  await until(() => [here, there].every(({ text }) => text.includes('event: rights')), 'the grant was not heard');
  assert.ok(!other.text.includes('rights') && !here.ended);
  for (const each of [here, there, other]) each.stop();
});

test('what a group gains is heard by all', async () => {
  await using house = await realServers(1);
  const { employee } = await buildBusiness(house);
  const heard = await listen(house.urls[0] ?? '', await signIn(house, employee));
  const { write } = house.database;
  const groupId = randomUUIDv7();
  await write.insertInto('groups').values({ id: groupId, name: 'Desk' }).execute();
  const actionId = await buildAction(house, 'lcladmin');
  await write.insertInto('groupActions').values({ groupId, actionId }).execute();
  await until(() => heard.text.includes('event: rights'), 'nothing was heard');
  heard.stop();
});

test('the stream of somebody who is fired, or signed out, ends at once', async () => {
  await using house = await realServers(1);
  const { location, employee: admin } = await buildBusiness(house, { actions: ['admin'] });
  const mara = await buildEmployee(house, location, { actions: ['user'] });
  const [url = ''] = house.urls;
  const [as, his] = [await signIn(house, admin), await signIn(house, mara)];
  const [fired, leaving] = [await listen(url, his), await listen(url, as)];
  assert.equal((await house.fetch(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  await until(() => fired.ended, 'still listening after being fired');
  assert.ok(!leaving.ended);
  assert.equal((await house.fetch(user.logOut, {}, as)).status, 204);
  await until(() => leaving.ended, 'still listening after signing out');
});

test('a reminder is heard by whom it is for', async () => {
  await using house = await realServers(1);
  const { location, employee: anna } = await buildBusiness(house);
  const mara = await buildEmployee(house, location);
  const [url = ''] = house.urls;
  const [hers, his] = [await listen(url, await signIn(house, anna)), await listen(url, await signIn(house, mara))];
  const { companyId, userId } = anna;
  const values = { id: randomUUIDv7(), companyId, userId, type: 'general', text: 'x', createdAt: house.clock.now() };
  await house.database.write.insertInto('reminders').values(values).execute();
  await until(() => hers.text.includes('event: reminder'), 'the reminder was not heard');
  assert.ok(!his.text.includes('reminder'));
  for (const each of [hers, his]) each.stop();
});

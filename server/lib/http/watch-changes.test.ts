// Tests of the browser's event stream: rights, sessions and reminders reach the right people on every server.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { companyDismissals, companyGrants } from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildAction, buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { realServers } from '#server/testing/real-servers.ts';

/** Listens as a browser does; `text` is everything received so far. */
async function listen(url: string, headers: { cookie: string }) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/${application.getChanges.path}`, { headers, signal: stop.signal });
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

test('a grant notifies the person it is for, on every server, and no other', async () => {
  await using app = await realServers(2);
  const { location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'] });
  const [as, colleague] = [await signIn(app, admin), await signIn(app, mara)];
  const [here, there] = await Promise.all(app.urls.map((url) => listen(url, colleague)));
  const other = await listen(app.urls[0] ?? '', as);
  assert.ok(here && there && here.status === 200);
  const id = `actions.${mara.companyId}.${mara.userId}.${await buildAction(app, 'lcladmin')}`;
  assert.equal((await app.fetch(companyGrants.updateAcl, { id, allow: true }, as)).status, 204);
  await until(() => [here, there].every(({ text }) => text.includes('event: rights')), 'the grant was not heard');
  assert.ok(!other.text.includes('rights') && !here.ended);
  for (const each of [here, there, other]) each.stop();
});

test('a change to a group notifies everyone', async () => {
  await using app = await realServers(1);
  const { employee } = await buildBusiness(app);
  const stream = await listen(app.urls[0] ?? '', await signIn(app, employee));
  const { write } = app.database;
  const groupId = randomUUIDv7();
  await write.insertInto('groups').values({ id: groupId, name: 'Desk' }).execute();
  const actionId = await buildAction(app, 'lcladmin');
  await write.insertInto('groupActions').values({ groupId, actionId }).execute();
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

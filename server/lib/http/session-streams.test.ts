// Tests that all event streams of a session are checked by one query at a process, and still end with its rights.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { queriesOf } from '#server/testing/database/count-queries.ts';
import { eventually, listenTo } from '#server/testing/process.ts';
import { realServers } from '#server/testing/real-servers.ts';

test('fifty streams of one session at three processes are checked by three queries, and end at once with it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using app = await realServers(3);
  const { employee, location } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const streams = await Promise.all(
    Array.from({ length: 50 }, (_, index) => listenTo(app.urls[index % 3] ?? '', headers)),
  );
  const other = await listenTo(app.urls[0] ?? '', await signIn(app, await buildEmployee(app, location)));
  assert.ok([...streams, other].every(({ status }) => status === 200));
  const answer = () => Promise.all(app.urls.map((url) => fetch(`${url}/${application.getChanges.path}`)));
  // People who were built changed rights, which are checked at once: the notices of that arrive before this one.
  const last = Promise.withResolvers<void>();
  app.live.listen('daybook_changes', (payload) => {
    if (payload === '{"last":true}') last.resolve();
  });
  await sql`select pg_notify('daybook_changes', '{"last":true}')`.execute(app.database.write);
  await last.promise;
  // A check and the one that may follow it.
  for (let round = 0; round < 2; round++) await answer();
  const ofSessions = (texts: readonly string[]) => texts.filter((text) => text.includes('from sessions s')).length;
  /** The queries of sessions while something happens, until all streams have heard of it and `count` were sent. */
  const checks = async (act: () => unknown, word: string, count: number) => {
    for (const stream of [...streams, other]) stream.text = '';
    const texts = await queriesOf(async (sent) => {
      await act();
      await eventually(word, () => [...streams, other].every(({ text }) => text.includes(word)));
      // One may wait for a connection that a busy machine has yet to open.
      await eventually('the checks are sent', () => ofSessions(sent) >= count);
      await answer();
    });
    return ofSessions(texts);
  };
  assert.equal(await checks(() => t.mock.timers.tick(25_000), 'still here', 4), 4, 'one per session and process');
  for (const stream of streams) assert.equal(stream.ended, false);
  assert.equal((await app.fetch(user.logOut, {}, headers)).status, 204);
  await eventually('all of them end', () => streams.every(({ ended }) => ended));
  assert.equal(other.ended, false);
  other.stop();
});

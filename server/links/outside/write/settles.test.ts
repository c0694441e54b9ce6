// Tests that entries in an outside calendar end as those of a fresh round: after kills, faults in any order, and beside
// another installation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { claimRound } from '#server/links/outside/rounds/claim-round.ts';
import { runRound } from '#server/links/outside/rounds/run-round.ts';
import { type WritingWorld, writingWorld } from '#server/testing/build/outside-writing.ts';
import { openCalDav } from '#server/testing/servers/caldav.ts';

/** Ends the round before its step `killAt`, as a kill does. Returns the names of the steps that it began. */
async function killedRound({ app }: WritingWorld, killAt: number): Promise<string[]> {
  app.clock.advance({ minutes: 19 });
  const claimed = await claimRound(app);
  if (!claimed) return [];
  const killed = new Error('killed');
  const stop = new AbortController();
  const names: string[] = [];
  const step = (name: string) => {
    if (names.length === killAt) {
      stop.abort(killed);
      throw killed;
    }
    names.push(name);
  };
  await runRound(app, claimed, { signal: stop.signal, step }).catch((error: unknown) => assert.equal(error, killed));
  return names;
}

const hour = (at: number) => `T${String(at).padStart(2, '0')}:00`;

test('a process that is killed before any step leaves an entry that the next one completes', async () => {
  await using world = await writingWorld();
  const moved = await world.book('10T08:00');
  const ended = await world.book('11T08:00');
  await world.round();
  let steps: string[] = [];
  for (let killAt = 0; steps.length >= killAt - 1; killAt++) {
    const at = hour(7 + (killAt % 12));
    const added = await world.book(`12${at}`);
    await world.move(moved.id, `10${at}`);
    await world.setStatus(ended.id, 'cancelled');
    steps = await killedRound(world, killAt);
    // Half of them are changed before anyone comes back.
    if (killAt % 2 === 1) await world.move(moved.id, `13${at}`);
    await world.round();
    const day = killAt % 2 === 1 ? '13' : '10';
    const expected = [`${day}${at} Busy`, `12${at} Busy`].sort();
    assert.deepEqual(world.entries(), expected, `killed before step ${killAt}: ${steps.join(', ')}`);
    assert.deepEqual(await world.states(), ['written', 'written']);
    assert.deepEqual(await world.times(), []);
    await world.setStatus(added.id, 'cancelled');
    await world.setStatus(ended.id, 'confirmed');
    await world.round();
    assert.deepEqual(await world.states(), ['written', 'written']);
  }
  const kinds = new Set(steps);
  assert.deepEqual([...kinds].sort(), ['delete', 'finish', 'get', 'plan', 'put', 'store'], steps.join());
  assert.ok(steps.length > 8);
});

test('whatever changes and fails, in whatever order, the entries are in the end those of a fresh calendar', async () => {
  const pick = random(seed);
  for (let run = 0; run < cases(60, 4); run++) {
    await using world = await writingWorld({ reads: run % 2 === 0 });
    const { dav, app } = world;
    const booked: { id: string; name: string; day: number }[] = [];
    const steps: Record<string, () => unknown> = {
      book: async () => {
        const day = 10 + booked.length;
        booked.push({ ...(await world.book(`${day}${hour(8)}`)), day });
      },
      move: () => one((event) => world.move(event.id, `${event.day}${hour(7 + pick(10))}`)),
      status: () =>
        one(async ({ id }) => {
          const { rows } = await sql<{ status: VisitStatus }>`select status from visits where id = ${id}`.execute(
            app.database.write,
          );
          await world.setStatus(id, rows[0]?.status === 'cancelled' ? 'confirmed' : 'cancelled');
        }),
      deletedThere: () => one(({ name }) => dav.content(name) && dav.remove(name)),
      movedThere: () => one(({ name }) => edit(name, (text) => text.replace(/^(DTSTART.*T)\d\d/m, '$106'))),
      alarm: () => one(({ name }) => edit(name, (text) => text.replace('END:VEVENT', 'X-NOTE:1\r\nEND:VEVENT'))),
      round: () => world.round(),
      kill: () => killedRound(world, pick(8)),
      lost: () => Object.assign(dav.faults, { lostAnswers: 1 + pick(2) }),
      refuses: () => Object.assign(dav.faults, { writing: [403, 500, 507, 412, 503][pick(5)] }),
      well: () => Object.assign(dav, { faults: {} }),
      forgets: () => dav.forgetTokens(),
    };
    const one = async (act: (event: (typeof booked)[number]) => unknown) => {
      const event = booked[pick(Math.max(1, booked.length))];
      if (event) await act(event);
    };
    const edit = (name: string, change: (text: string) => string) => {
      const text = dav.content(name);
      if (text !== undefined) dav.put(name, change(text));
    };
    const names = Object.keys(steps);
    const done: string[] = [];
    for (let count = 0; count < 25; count++) {
      const name = count < 3 ? 'book' : (names[pick(names.length)] ?? 'round');
      done.push(name);
      await steps[name]?.();
    }
    dav.faults = {};
    for (let round = 0; round < 3; round++) {
      app.clock.advance({ hours: 2 });
      await world.round();
      const { id, changes } = await world.calendar();
      for (const { eventId } of changes) {
        await app.call(outsideCalendars.putBack, { id, eventId }, await world.session());
      }
    }
    const { rows } = await sql<{ startAt: Temporal.Instant }>`
      select e.start_at from events e join visits v on v.id = e.id where v.status = 'confirmed' order by 1`.execute(
      app.database.write,
    );
    const expected = rows.map(({ startAt }) => `${startAt.toString().slice(8, 16)} Busy`);
    const story = `${seedHint} Run ${run}: ${done.join(', ')}`;
    assert.deepEqual(world.entries(), expected, story);
    const states = await world.states();
    assert.ok(
      states.every((state) => state === 'written'),
      `${states.join()} ${story}`,
    );
    assert.deepEqual(await world.times(), [], story);
    const requests = dav.requests.length;
    await world.round();
    assert.deepEqual(writesIn(dav.requests.slice(requests)), [], story);
  }
});

const writesIn = (requests: readonly string[]) => requests.filter((request) => /^(PUT|DELETE)/.test(request));

for (const isRing of [false, true]) {
  const title = isRing ? 'that read what the other writes' : 'that write and read one calendar';
  test(`two installations ${title} are at rest after two rounds, and see each other as busy`, async () => {
    await using first = await openCalDav();
    await using second = await openCalDav();
    await using one = await writingWorld({ dav: first });
    await using other = await writingWorld({
      dav: isRing ? second : first,
      env: { PUBLIC_URL: 'https://other.example.org' },
    });
    if (isRing) {
      for (const [world, { url: address, logIn, password }] of [
        [one, second],
        [other, first],
      ] as const) {
        await world.app.call(outsideCalendars.insert, { address, logIn, password }, await world.session());
      }
    }
    const event = await one.book('10T09:00');
    await other.book('11T09:00');
    const rest = async () => {
      for (let round = 0; round < 2; round++) {
        await one.round();
        await other.round();
      }
      const counts = [first.requests.length, second.requests.length];
      for (let round = 0; round < 2; round++) {
        await one.round();
        await other.round();
      }
      const later = [...first.requests.slice(counts[0]), ...second.requests.slice(counts[1])];
      assert.deepEqual(writesIn(later), []);
    };
    await rest();
    assert.deepEqual(one.entries(), isRing ? ['10T09:00 Busy'] : ['10T09:00 Busy', '11T09:00 Busy']);
    assert.deepEqual(other.entries(), isRing ? ['11T09:00 Busy'] : ['10T09:00 Busy', '11T09:00 Busy']);
    assert.deepEqual(await one.times(), ['03-11T09:00 10:00']);
    assert.deepEqual(await other.times(), ['03-10T09:00 10:00']);
    await one.move(event.id, '12T09:00');
    await rest();
    assert.deepEqual(await other.times(), ['03-12T09:00 10:00']);
    await one.setStatus(event.id, 'cancelled');
    await rest();
    assert.deepEqual([await one.times(), await other.times()], [['03-11T09:00 10:00'], []]);
  });
}

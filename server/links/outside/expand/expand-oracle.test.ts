// Tests generated events against a slow check of each day, in processes of several zones.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLong, seed, seedHint } from '#contract/testing/random-cases.ts';
import { type Interval, merged, within } from '#server/booking/availability/intervals.ts';
import { randomEvent } from '#server/testing/oracles/random-events.ts';
import { slowTimes } from '#server/testing/oracles/slow-calendar.ts';

const program = fileURLToPath(new URL('../../../testing/oracles/expand-in-zone.ts', import.meta.url));
const from = Date.parse('2026-03-01T22:00Z');
const until = from + 401 * 86_400_000;

for (const zone of ['UTC', 'Europe/Riga', 'America/New_York', 'Pacific/Kiritimati']) {
  test(`generated events agree with a check of each day, in a process of ${zone}`, async () => {
    const count = isLong ? 2_000 : 50;
    const first = seed + zone.length * 100_000;
    const args = [program, ...[first, count, from, until].map(String)];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, TZ: zone, SEED: String(seed) },
      maxBuffer: 256 * 1024 * 1024,
    });
    // Written by the program.
    const times = JSON.parse(stdout) as Interval[][];
    let compared = 0;
    for (const [n, busy] of times.entries()) {
      const { event, text } = randomEvent(first + n, from);
      const slow = slowTimes(event, from, until).map(([start, end]) => ({ start, end }));
      assert.deepEqual(busy, merged(within(slow, from, until)), `${seedHint}\n${text}`);
      compared += busy.length;
    }
    assert.ok(compared > count, 'most events have times');
  });
}

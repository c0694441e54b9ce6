// Tests that the main thread goes on while a worker thread works out thousands of series.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases } from '#contract/testing/random-cases.ts';
import { expandAll } from './expand-all.ts';
import { expandObjects, maxTimesText } from './expand-objects.ts';

const rules = {
  zone: 'Europe/Riga',
  from: Date.parse('2026-03-01T22:00Z'),
  until: Date.parse('2027-04-06T21:00Z'),
  tentativeBlocks: true,
};
const job = { rules, ownAddresses: [], ownHost: 'daybook.test' };
const object = (key: string, ...lines: string[]) => ({
  key,
  text: ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${key}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'),
});

test('thousands of series hold up the main thread for less than 50 ms at a time', async () => {
  const count = cases(5_000, 1_000);
  const objects = Array.from({ length: count }, (_, n) => {
    const time = `${String(n % 24).padStart(2, '0')}${String(n % 60).padStart(2, '0')}00`;
    return object(`${n}`, `DTSTART;TZID=Europe/Riga:20160301T${time}`, 'DURATION:PT15M', 'RRULE:FREQ=DAILY');
  });
  let longest = 0;
  let isDone = false;
  // The time of the processor: other programs on the machine do not count.
  const busyTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = busyTime();
  const look = () => {
    const now = busyTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  const expanded = await expandObjects({ ...job, objects });
  isDone = true;
  assert.equal(expanded.length, count);
  assert.ok(expanded.every(({ busy, problem }) => busy.length > 400 * 50 && problem === null));
  assert.ok(longest < 50, `${longest.toFixed(1)} ms`);
});

test('each object has its own answer: what others are wrong in costs it nothing', () => {
  const texts = [
    object('good', 'DTSTART:20260310T090000Z', 'DURATION:PT1H'),
    { key: 'html', text: '<html>BEGIN:VCALENDAR END:VCALENDAR</html>' },
    { key: 'cut', text: object('cut', 'DTSTART:20260310T090000Z', 'DURATION:PT1H').text.slice(0, -8) },
    { key: 'task', text: 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR' },
    object('0198f2f0-0000-7000-8000-000000000001@daybook.test', 'DTSTART:20260310T090000Z', 'DURATION:PT1H'),
    object('odd', 'SUMMARY:Dinner', 'DTSTART;TZID=Nowhere:20260310T090000', 'DURATION:PT1H'),
    { key: 'large', text: object('large', `X-NOTE:${'x'.repeat(1_000_001)}`).text },
  ];
  const busy = '{[2026-03-10T09:00:00.000Z,2026-03-10T10:00:00.000Z)}';
  const found = expandAll({ ...job, objects: texts });
  assert.deepEqual(
    found.map((one) => [one.busy, one.problem, one.isBad, one.title]),
    [
      [busy, null, false, ''],
      ['{}', 'unreadable', true, ''],
      ['{}', 'unreadable', true, ''],
      ['{}', null, false, ''],
      ['{}', null, false, ''],
      ['{[2026-03-10T07:00:00.000Z,2026-03-10T08:00:00.000Z)}', 'unknownZone', false, 'Dinner'],
      ['{}', 'large', true, ''],
    ],
  );
});

test('objects that take the whole time of a reading end it, and so do more times than there is room for', async () => {
  const one = object('one', 'DTSTART:20260310T090000Z', 'DURATION:PT1H');
  const over = new Error('over');
  await assert.rejects(expandObjects({ ...job, objects: [one] }, { signal: AbortSignal.abort(over) }), over);
  const daily = object('daily', 'DTSTART:20260310T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY');
  const objects = Array.from({ length: 300 }, () => daily);
  const [{ busy } = assert.fail()] = await expandObjects({ ...job, objects });
  const all = busy.length * objects.length;
  assert.ok(all < maxTimesText / 10);
  assert.equal((await expandObjects({ ...job, objects }, { room: all })).length, objects.length);
  await assert.rejects(expandObjects({ ...job, objects }, { room: all - 1 }), { reason: 'many' });
});

// Wall times by rules that the browser does not have: Riga is five hours ahead of UTC, and six in July 2026.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { clocksDiffer, dateIn, timeOf, zoneName } from './dates.ts';
import { sheetText, toInstantText } from './ui/time/sheet-text.ts';
import { dayStart, instantOfWall, learnZones, zonedAt } from './zones.ts';

Object.defineProperty(navigator, 'languages', { value: ['en-GB', 'en'] });

const zone = 'Europe/Riga';
const other = {
  timeZone: zone,
  starts: ['2020-01-01T00:00:00Z', '2026-06-30T19:00:00Z', '2026-07-31T18:00:00Z'],
  offsets: ['+05:00', '+06:00', '+05:00'],
};
const wall = (text: string) => Temporal.PlainDateTime.from(text);
const at = (text: string) => Temporal.Instant.from(text);

beforeEach(() => learnZones([other]));
// The rules that the browser has too.
afterEach(() => learnZones([{ timeZone: zone, starts: ['2026-03-29T01:00:00Z'], offsets: ['+03:00'] }]));

test('what a clock shows, and its day, follow the rules of the server', () => {
  assert.equal(timeOf('2026-03-02T20:30:00Z', zone), '01:30');
  assert.equal(dateIn('2026-03-02T20:30:00Z', zone).toString(), '2026-03-03');
  assert.equal(timeOf('2026-07-15T08:00:00Z', zone), '14:00');
  assert.equal(zonedAt(at('2026-07-15T08:00:00Z'), zone).hour, 14);
  assert.equal(zoneName(zone, '2026-03-02T20:30:00Z'), 'GMT+5', 'not the name of another offset');
  assert.equal(timeOf('2026-03-02T20:30:00Z', 'Europe/Vilnius'), '22:30', 'of other zones nothing changes');
});

test('a text with an offset is shown as it says, also without rules', () => {
  assert.equal(timeOf('2026-12-02T13:00:00-07:00', 'America/Vancouver'), '13:00');
  assert.equal(timeOf('2026-12-02T00:30:00+09:00', 'America/Vancouver'), '00:30');
  assert.equal(dateIn('2026-12-02T00:30:00+09:00', 'America/Vancouver').toString(), '2026-12-02');
  assert.equal(zoneName('Asia/Kathmandu', '2026-12-02T13:00:00+05:30', 'shortOffset'), 'GMT+5:30');
  assert.ok(clocksDiffer('America/Vancouver', 'UTC', '2026-12-02T00:00:00+01:00'));
  assert.ok(!clocksDiffer('America/Vancouver', 'America/Vancouver', '2026-12-02T13:00:00+05:00'), 'one clock');
});

test('wall times become instants by the rules of the server, also around its changes', () => {
  assert.equal(instantOfWall(wall('2026-03-02T13:00'), zone).toString(), '2026-03-02T08:00:00Z');
  assert.equal(dayStart(Temporal.PlainDate.from('2026-07-10'), zone).toString(), '2026-07-09T18:00:00Z');
  // From 0:00 to 1:00 on 1 July, and from 0:00 back to 23:00 on 31 July.
  assert.equal(instantOfWall(wall('2026-07-01T00:30'), zone).toString(), '2026-06-30T19:30:00Z');
  assert.equal(instantOfWall(wall('2026-07-01T01:30'), zone).toString(), '2026-06-30T19:30:00Z');
  assert.equal(instantOfWall(wall('2026-07-31T23:30'), zone).toString(), '2026-07-31T17:30:00Z');
});

test('sheets place an event at its wall time, and say where it was dropped', () => {
  assert.equal(sheetText('2026-03-02T13:00:00+05:00', zone), '2026-03-02T13:00:00');
  assert.equal(toInstantText('2026-03-02T13:00:00+02:00', zone), '2026-03-02T08:00:00Z');
  assert.equal(sheetText('2026-03-02T13:00:00+02:00', 'Europe/Vilnius'), '2026-03-02T13:00:00+02:00');
  assert.equal(toInstantText('2026-10-25T03:30:00+02:00', 'Europe/Vilnius'), '2026-10-25T01:30:00Z', 'the second time');
});

test('rules that the browser has change nothing', () => {
  learnZones([
    { timeZone: zone, starts: ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'], offsets: ['+03:00', '+02:00'] },
  ]);
  assert.equal(zonedAt(at('2026-07-15T08:00:00Z'), zone).timeZoneId, zone);
  assert.equal(instantOfWall(wall('2026-03-29T03:30'), zone).toString(), '2026-03-29T01:30:00Z');
});

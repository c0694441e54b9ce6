// Tests that the arithmetic on steady days agrees with Temporal, in every zone known to this machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someOf } from '#contract/testing/random-cases.ts';
import { DAY, dayOfDate, localDay, startOfDay, steadyOffset, weekdayOf } from './zone.ts';

test('in every zone, each day of 2026 and 2027 starts when Temporal says, and steady days have one offset throughout', () => {
  const first = dayOfDate('2026-01-01');
  const last = dayOfDate('2027-12-31');
  for (const zone of someOf(Intl.supportedValuesOf('timeZone'))) {
    let steady = 0;
    let date = Temporal.PlainDate.from('2026-01-01');
    let begins = date.toZonedDateTime(zone);
    for (let day = first; day <= last; day++) {
      date = date.add({ days: 1 });
      const ends = date.toZonedDateTime(zone);
      assert.equal(startOfDay(zone, day), begins.epochMilliseconds, begins.toString());
      assert.equal(localDay(zone, begins.epochMilliseconds), day, begins.toString());
      assert.equal(localDay(zone, ends.epochMilliseconds - 1), day, begins.toString());
      const offset = steadyOffset(zone, day);
      if (offset !== undefined) {
        steady++;
        assert.equal(offset, begins.offsetNanoseconds / 1e6, begins.toString());
        assert.equal(ends.epochMilliseconds - begins.epochMilliseconds, DAY, begins.toString());
      }
      begins = ends;
    }
    // A zone changes its clock at most four times a year (Morocco, around Ramadan); one at midnight affects two days.
    assert.ok(steady >= last - first + 1 - 16, `${zone}: only ${steady} steady days`);
  }
});

test('a day starts at the end of a gap over its midnight, and a skipped day has no length', () => {
  // Toronto skipped from 23:30 to 00:30 in 1919; Apia went from Thursday to Saturday in 2011.
  assert.equal(
    startOfDay('America/Toronto', dayOfDate('1919-03-31')),
    Temporal.Instant.from('1919-03-31T00:30-04:00').epochMilliseconds,
  );
  assert.equal(
    startOfDay('Pacific/Apia', dayOfDate('2011-12-30')),
    startOfDay('Pacific/Apia', dayOfDate('2011-12-31')),
  );
});

test('weekdays of dates before and after 1970 are those of ISO 8601', () => {
  for (const date of ['1969-12-28', '1969-12-29', '1970-01-01', '2026-05-04', '2026-05-10'])
    assert.equal(weekdayOf(dayOfDate(date)), Temporal.PlainDate.from(date).dayOfWeek, date);
});

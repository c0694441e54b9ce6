// Tests that SMS of campaigns wait for the end of the quiet hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterQuietHours } from './queue-sms.ts';

test('an SMS of a campaign waits for the end of the quiet hours, also where the clocks change', () => {
  const night = { quietFrom: 21, quietUntil: 8 };
  const zone = 'Europe/Riga';
  for (const [at, expected, quiet] of [
    ['2026-03-02T00:00+02:00[Europe/Riga]', '2026-03-02T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T21:00+02:00[Europe/Riga]', '2026-03-03T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T08:00+02:00[Europe/Riga]', '2026-03-02T08:00+02:00[Europe/Riga]', night],
    ['2026-03-02T20:59+02:00[Europe/Riga]', '2026-03-02T20:59+02:00[Europe/Riga]', night],
    ['2026-03-28T23:00+02:00[Europe/Riga]', '2026-03-29T08:00+03:00[Europe/Riga]', night],
    ['2026-03-02T13:30+02:00[Europe/Riga]', '2026-03-02T15:00+02:00[Europe/Riga]', { quietFrom: 13, quietUntil: 15 }],
    ['2026-03-02T03:00+02:00[Europe/Riga]', '2026-03-02T03:00+02:00[Europe/Riga]', { quietFrom: 0, quietUntil: 0 }],
  ] as const) {
    const due = afterQuietHours(Temporal.ZonedDateTime.from(at).toInstant(), zone, quiet);
    assert.equal(String(due), String(Temporal.ZonedDateTime.from(expected).toInstant()), at);
  }
});

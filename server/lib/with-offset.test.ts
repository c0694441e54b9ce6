// Texts of instants with the offset of a zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetWriter, withOffset } from './with-offset.ts';

test('a visit in Vancouver has the offset that the city has from 2026 on', () => {
  const at = Temporal.Instant.from('2026-12-02T20:00:00Z');
  assert.equal(withOffset(at, 'America/Vancouver'), '2026-12-02T13:00:00-07:00');
});

test('many instants are written as one is, across changes of the clock and in any order', () => {
  const start = Date.UTC(2026, 2, 28);
  for (const zone of ['Europe/Riga', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu', 'UTC']) {
    const write = offsetWriter(zone);
    const times = Array.from({ length: 3000 }, (_, index) => start + index * 997 * 60_000 + (index % 7 ? 0 : 1500));
    for (const ms of [...times, ...times.toReversed()])
      assert.equal(write(ms), withOffset(Temporal.Instant.fromEpochMilliseconds(ms), zone));
  }
});

// (c) The availability function alone: a month, 300 occupied, 15-minute steps.
import { freeSlots } from '#server/booking/availability/free-slots.ts';
import { median, type Row } from './lib/report.ts';

const rounds = 2_000;

export function benchAvailability(): Row[] {
  const from = Temporal.Instant.from('2026-03-01T00:00:00Z').epochMilliseconds;
  const hour = 3_600_000;
  const occupied = Array.from({ length: 300 }, (_, n) => {
    const start = from + Math.floor(n / 10) * 24 * hour + (7 + (n % 10) * 0.9) * hour;
    return { start, end: start + hour / 2 };
  });
  const weekly = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: '09:00', end: '18:00' }));
  const input = {
    schedule: { timeZone: 'Europe/Riga', weekly, breaks: [], overrides: [] },
    rules: { minutes: 15, stepMinutes: 15, bufferBefore: 0, bufferAfter: 0, noticeMinutes: 0, horizonDays: 60 },
    occupied,
    outside: [],
    from,
    to: from + 31 * 24 * hour,
    now: from,
  };
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    found = freeSlots(input).length;
    times.push(performance.now() - start);
  }
  return [
    {
      label: `A month with a clock change, 300 occupied, ${found} free, median of ${rounds}`,
      value: `${median(times).toFixed(3)} ms`,
    },
  ];
}

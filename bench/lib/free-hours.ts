// Times that bookings of a bench can take.
import type { World } from './world.ts';

const hours = [9, 10, 11, 12, 13, 14, 15, 16];

/** Hours of days that the other loads do not reach: each as often as there are people, in rounds over a day. */
export function* freeHours(
  world: World,
  people: number,
  fromDay: number,
): Generator<{ start: Temporal.Instant; round: number }> {
  for (let day = fromDay; day < fromDay + 65; day++) {
    const date = world.monthStart
      .add({ hours: day * 24 })
      .toZonedDateTimeISO('Europe/Riga')
      .toPlainDate();
    // Sundays are closed.
    if (date.dayOfWeek === 7) continue;
    for (let round = 0; round < people; round++) {
      for (const hour of hours) {
        yield { start: date.toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: { hour } }).toInstant(), round };
      }
    }
  }
}

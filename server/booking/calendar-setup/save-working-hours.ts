// Replaces the weekly hours and breaks of a calendar at one location.
import { randomUUIDv7 } from 'node:crypto';
import type { calendarSetup, WeeklyRange } from '#contract/booking/calendar-setup.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { complaintsAbout, refuseAll } from './check-ranges.ts';
import { calendarToSet, requireLocation, settingsOf } from './settings.ts';

/** 417 beside each range that is backwards or overlaps another, and each break that lies in no working time. */
export async function saveWorkingHours(
  context: SignedIn,
  { calendarId, locationId, hours, breaks }: Parsed<typeof calendarSetup.saveWorkingHours>,
): Promise<JsonText> {
  const whose = await calendarToSet(context, calendarId);
  await requireLocation(context, whose, locationId);
  const wrong = [...complaintsAbout('Hours', hours), ...complaintsAbout('Breaks', breaks)];
  refuseAll(wrong.length ? wrong : idleBreaks(breaks, hours));
  const rows = (ranges: readonly WeeklyRange[]) =>
    ranges.map(({ weekday, start, end }) => ({
      companyId: context.user.companyId,
      id: randomUUIDv7(),
      calendarId: whose.calendarId,
      locationId,
      weekday,
      startTime: start,
      endTime: end,
    }));
  for (const [table, ranges] of [
    ['openingHours', hours],
    ['breaks', breaks],
  ] as const) {
    await context.db
      .deleteFrom(table)
      .where('companyId', '=', context.user.companyId)
      .where('calendarId', '=', whose.calendarId)
      .where('locationId', '=', locationId)
      .execute();
    if (ranges.length) await context.db.insertInto(table).values(rows(ranges)).execute();
  }
  return settingsOf(context, whose);
}

/** A break outside of the working time does nothing, so it is a slip. */
function idleBreaks(breaks: readonly WeeklyRange[], hours: readonly WeeklyRange[]) {
  return breaks.flatMap(({ weekday, start, end }, index) => {
    const touches = hours.some((open) => open.weekday === weekday && open.start < end && start < open.end);
    return touches ? [] : [{ key: `Breaks[${index}].Start`, code: 'hours.breakOutside' }];
  });
}

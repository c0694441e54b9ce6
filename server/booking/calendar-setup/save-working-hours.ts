// Replaces the weekly hours and breaks of a calendar at one location.
import { randomUUIDv7 } from 'node:crypto';
import type { calendarSetup, WeeklyRange } from '#contract/booking/calendar-setup.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import type { Complaint } from '#server/lib/refusal.ts';
import { checkRanges, throwIfInvalid } from './check-ranges.ts';
import { findEditableCalendar, requireLocation, settingsOf } from './settings.ts';

/** Throws 417 for each range that is reversed or overlaps another, and each break outside the working hours. */
export async function saveWorkingHours(
  context: SignedIn,
  { calendarId, locationId, hours, breaks }: Parsed<typeof calendarSetup.saveWorkingHours>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  await requireLocation(context, calendar, locationId);
  const wrong = [...checkRanges('Hours', hours), ...checkRanges('Breaks', breaks)];
  throwIfInvalid(wrong.length ? wrong : breaksOutsideHours(breaks, hours));
  const rows = (ranges: readonly WeeklyRange[]) =>
    ranges.map(({ weekday, start, end }) => ({
      companyId: context.user.companyId,
      id: randomUUIDv7(),
      calendarId: calendar.calendarId,
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
      .where('calendarId', '=', calendar.calendarId)
      .where('locationId', '=', locationId)
      .execute();
    if (ranges.length) await context.db.insertInto(table).values(rows(ranges)).execute();
  }
  await context.db
    .updateTable('calendars')
    .set({ hoursSavedAt: context.clock.now() })
    .where('companyId', '=', context.user.companyId)
    .where('id', '=', calendar.calendarId)
    .execute();
  return settingsOf(context, calendar);
}

/** A break outside of the working time does nothing, so it is a slip. */
function breaksOutsideHours(breaks: readonly WeeklyRange[], hours: readonly WeeklyRange[]): Complaint[] {
  return breaks.flatMap(({ weekday, start, end }, index) => {
    const touches = hours.some((open) => open.weekday === weekday && open.start < end && start < open.end);
    return touches ? [] : [{ key: `Breaks[${index}].Start`, code: 'hours.breakOutside' }];
  });
}

// Days that differ from the weekly hours: closed, or open at other hours.
import { randomUUIDv7 } from 'node:crypto';
import { type calendarSetup, maxOverrideDays } from '#contract/booking/calendar-setup.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { checkRanges, throwIfInvalid } from './check-ranges.ts';
import { type EditableCalendar, findEditableCalendar, requireLocation, settingsOf } from './settings.ts';

interface Days {
  locationId: string;
  date: string;
  endDate?: string | undefined;
}

/** Replaces the overrides of those days. Throws 417 for a range that is reversed or longer than a year. */
export async function saveOverride(
  context: SignedIn,
  { calendarId, open, ...days }: Parsed<typeof calendarSetup.saveOverride>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  await requireLocation(context, calendar, days.locationId);
  throwIfInvalid(checkRanges('Open', open));
  await deleteDays(context, calendar, days);
  const times = open.length ? open : [undefined];
  const rows = datesOf(days).flatMap((date) =>
    times.map((range) => ({
      companyId: context.user.companyId,
      id: randomUUIDv7(),
      calendarId: calendar.calendarId,
      locationId: days.locationId,
      date,
      startTime: range?.start ?? null,
      endTime: range?.end ?? null,
    })),
  );
  await context.db.insertInto('dateOverrides').values(rows).execute();
  return settingsOf(context, calendar);
}

/** Removes the overrides of those days. Throws 417 for a location without any where the person does not work. */
export async function deleteOverride(
  context: SignedIn,
  { calendarId, ...days }: Parsed<typeof calendarSetup.deleteOverride>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  // Overrides at a location that the person has left can still be removed.
  const deleted = await deleteDays(context, calendar, days);
  if (deleted === 0n) await requireLocation(context, calendar, days.locationId);
  return settingsOf(context, calendar);
}

async function deleteDays({ db, user }: SignedIn, { calendarId }: EditableCalendar, days: Days): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('dateOverrides')
    .where('companyId', '=', user.companyId)
    .where('calendarId', '=', calendarId)
    .where('locationId', '=', days.locationId)
    .where('date', 'in', datesOf(days))
    .executeTakeFirst();
  return numDeletedRows;
}

function datesOf({ date, endDate = date }: Days): string[] {
  const first = Temporal.PlainDate.from(date);
  const count = first.until(endDate).days + 1;
  if (count < 1) throw invalid('EndDate', 'booking.endBeforeStart');
  if (count > maxOverrideDays) throw invalid('EndDate', 'hours.longOverride', { days: maxOverrideDays });
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString());
}

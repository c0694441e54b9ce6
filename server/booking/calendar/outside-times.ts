// When the person of a calendar is busy elsewhere.
import type { calendars } from '#contract/booking/calendar.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { listOutside } from '#server/booking/outside-times/outside-times.ts';
import { findCalendar } from '#server/booking/times/find-calendar.ts';
import { instantsIn } from '#server/booking/times/open-times.ts';
import { rangeOf } from '#server/booking/times/slots-for-visitors.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Throws 404 for calendars that the caller may not use, 417 for a range of more than 62 days. */
export async function getOutsideTimes(
  { db, user }: SignedIn,
  input: Parsed<typeof calendars.getOutsideTimes>,
): Promise<Output<typeof calendars.getOutsideTimes>> {
  const range = rangeOf(input.start, input.end);
  const calendar = await findCalendar(db, user, input.calendarId);
  if (!calendar) throw notFound();
  const times = await listOutside(db, { companyId: calendar.companyId, calendarId: calendar.id }, range);
  return times.map(instantsIn(calendar.timeZone));
}

// Lets staff create a visit with anyone who is free: the person is chosen as for visitors.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { whyNotFree } from '#server/booking/availability/free-slots.ts';
import type { OptionChoice } from '#server/booking/services/choose-options.ts';
import { findCalendar } from '#server/booking/times/find-calendar.ts';
import { withUsualWeek } from '#server/booking/times/open-times.ts';
import { lastChosen, rangeToRank, rankCandidates } from '#server/booking/times/rank-candidates.ts';
import { type Bookable, loadTeam } from '#server/booking/times/schedule.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { createVisit } from './create-visit.ts';
import type { NewVisitInput } from './visit-input.ts';

/** The reasons that hold for staff, too: they book at any minute, however soon. */
const reasonsForStaff: readonly string[] = ['closed', 'break', 'taken', 'outside', 'buffer'];

/**
 * Tries those who are free one after the other, each in a savepoint: its rollback releases the lock of their calendar
 * before the next one is waited for. Throws 404 as `createVisit` does, 417 with Key `Start` when no one is free, with
 * Key `Parts` for options that cannot be booked.
 */
export async function createAnyVisit(context: SignedIn, input: NewVisitInput): Promise<Visit> {
  const { db, user, clock, config } = context;
  const [first] = input.parts;
  const given = first && (await findCalendar(db, user, first.calendarId, input.locationId));
  const locationId = given?.locationId;
  if (!first?.start || !locationId) throw notFound();
  const start = Temporal.Instant.from(first.start).epochMilliseconds;
  const serviceIds = input.parts.flatMap(({ serviceId }) => serviceId ?? []);
  const known = input.parts.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  const choice = choiceOf(input);
  const query = { serviceIds, choice, minutes: known || config.eventMinutes, now: clock.now(), locationId };
  const range = rangeToRank(start, start + query.minutes * 60_000);
  const team = await loadTeam(db, user, { ...query, ...range }, lastChosen(sql`${user.companyId}::uuid`));
  const hash = createHash('sha256').update(`${user.id} ${start}`).digest();
  for (const person of rankCandidates(team, start, hash)) {
    if (!isFreeForStaff(person, known, start)) continue;
    const parts = input.parts.map((part) => ({ ...part, calendarId: person.calendarId }));
    const accepted = { acceptOverlap: false, acceptClosed: false, acceptNotDone: false };
    const visit = await unlessTaken(context, { ...input, ...accepted, parts, locationId });
    if (visit) return visit;
  }
  throw invalid('Start', 'visits.noOneFree');
}

/** By place: the same service may be there twice. */
function choiceOf({ parts }: NewVisitInput): OptionChoice {
  const withService = parts.filter(({ serviceId }) => serviceId !== null);
  const chosen = withService.flatMap(({ optionIds = [] }, place) => optionIds.map((optionId) => ({ place, optionId })));
  return { chosen, key: 'Parts' };
}

function isFreeForStaff({ availability }: Bookable, minutes: number, start: number): boolean {
  const schedule = withUsualWeek(availability.schedule);
  const rules = { ...availability.rules, ...(minutes > 0 && { minutes }) };
  const reasons = whyNotFree({ ...availability, schedule, rules }, start);
  return !reasons.some((reason) => reasonsForStaff.includes(reason));
}

/** Undefined when the person is no longer free. */
async function unlessTaken(context: SignedIn, input: NewVisitInput): Promise<Visit | undefined> {
  await sql`savepoint one_person`.execute(context.db);
  try {
    const visit = await createVisit(context, input);
    await sql`release savepoint one_person`.execute(context.db);
    return visit;
  } catch (error) {
    const isTaken = error instanceof Refusal && (error.status === 417 || error.code === 'booking.taken');
    if (!isTaken) throw error;
    await sql`rollback to savepoint one_person`.execute(context.db);
    return undefined;
  }
}

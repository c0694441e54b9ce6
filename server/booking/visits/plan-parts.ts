// Works out the parts of a visit that staff save: their times, snapshots of services, and places in the calendars.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import {
  addOptions,
  type BookedOption,
  type OfferedOption,
  optionsToChoose,
  type WithOptions,
  withOptions,
} from '#server/booking/services/choose-options.ts';
import { personServiceNear } from '#server/booking/services/person-service.ts';
import type { UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { findTaken, freeLane } from '#server/booking/times/find-taken.ts';
import { deleteExpiredHolds, occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { isClosed } from '#server/booking/times/open-times.ts';
import { listOverlapping } from '#server/booking/times/overlapping.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { findNotDone } from './not-done.ts';

export type PlannedVisit = Pick<
  Parsed<typeof visits.insertVisit>,
  'parts' | 'acceptOverlap' | 'acceptClosed' | 'acceptNotDone'
>;
type GivenPart = PlannedVisit['parts'][number];

/** A part as it is stored, or the event that becomes one. */
export interface PartBefore {
  eventId: string;
  calendarId: string;
  title: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  serviceId: string | null;
  serviceName: string;
  minutes: number;
  price: number;
  vatRate: number | null;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  occupied: string;
  lane: number;
  /** Included in the minutes and the price. */
  options: BookedOption[];
}

/** A part as it will be stored. */
export interface PlannedPart extends PartBefore {
  /** Undefined for a part that is added. */
  before: PartBefore | undefined;
  calendar: UsableCalendar;
  /** Its time or person changes. */
  isMoved: boolean;
  overlapAcceptedBy: string | null | undefined;
  /** Of its service, when that is new. */
  cancelHours: number | null;
}

interface PersonsService {
  id: string;
  name: string;
  minutes: number;
  price: number;
  vatRate: number | null;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  cancelHours: number | null;
  offered: OfferedOption[] | null;
}

/** Minutes of an extra without a length. */
const usualMinutes = 30;
const msPerMinute = 60_000;

/**
 * Plans the parts under the locks of their calendars. `blocks`: whether the visit takes its time. Throws 417 with the
 * questions that the caller has not accepted: `Overlaps`, `Closed`, `NotDone`, and for options that cannot be booked.
 */
export async function planParts(
  context: SignedIn,
  input: PlannedVisit,
  calendars: ReadonlyMap<string, UsableCalendar>,
  present: readonly PartBefore[],
  blocks: boolean,
): Promise<PlannedPart[]> {
  const services = await loadServices(context.db, input.parts, calendars);
  const planned: PlannedPart[] = [];
  for (const [index, given] of input.parts.entries()) {
    const calendar = calendars.get(given.calendarId);
    if (!calendar) throw notFound();
    const before = given.eventId === newId ? undefined : present.find(({ eventId }) => eventId === given.eventId);
    if (given.eventId !== newId && !before) throw notFound();
    const service = services[index] && chooseOptions(services[index], given, { before, index });
    planned.push(planPart(context, given, { before, calendar, service, previous: planned.at(-1) }));
  }
  for (const [index, part] of planned.entries()) applyBuffers(part, input.parts[index], services[index], planned);
  await placeParts(context, input, planned, [...present.map(({ eventId }) => eventId)], blocks);
  return planned;
}

/** The service of each part as its person does it; undefined without a service. Throws 404 for an unknown one. */
async function loadServices(
  db: Db,
  parts: readonly GivenPart[],
  calendars: ReadonlyMap<string, UsableCalendar>,
): Promise<(PersonsService | undefined)[]> {
  const places = parts.map(({ calendarId }) => calendars.get(calendarId)?.locationId ?? null);
  const optionIds = parts.flatMap((part) => part.optionIds ?? []);
  const { rows } = await sql<PersonsService & { id: string | null }>`
    select s.id, s.name, coalesce(own.minutes, s.minutes) as minutes, coalesce(own.price, s.price) as price, s.vat_rate,
      s.buffer_before, s.buffer_after, s.pause_start, s.pause_minutes, s.cancel_hours,
      ${optionsToChoose(sql`${optionIds}`)} as offered
    from unnest(${parts.map(({ calendarId }) => calendarId)}::uuid[], ${parts.map(({ serviceId }) => serviceId)}::uuid[],
      ${places}::uuid[]) with ordinality wanted (calendar_id, service_id, location_id, place)
    left join services s on s.id = wanted.service_id
    left join lateral ${personServiceNear(sql`wanted.calendar_id`, sql`wanted.location_id`)} own on true
    order by wanted.place`.execute(db);
  return rows.map(({ id, ...service }, index) => {
    if (parts[index]?.serviceId && !id) throw notFound();
    return id ? { ...service, id } : undefined;
  });
}

/**
 * The service with the options of the input, or with those of the part while its service stays. Throws 417 as
 * `withOptions` does.
 */
function chooseOptions(
  { offered, ...service }: PersonsService,
  given: GivenPart,
  { before, index }: { before: PartBefore | undefined; index: number },
): ChosenService {
  const stays = before !== undefined && isSameService(before, given);
  if (stays && hasSameOptions(before, given)) return { ...addOptions(service, before.options), hasNewOptions: false };
  const chosen = (given.optionIds ?? []).map((optionId) => ({ optionId }));
  const [withNew] = withOptions([{ ...service, offered }], { chosen, key: `Parts[${index}].OptionIds` });
  if (!withNew) throw notFound();
  return { ...withNew, hasNewOptions: stays };
}

type ChosenService = WithOptions<Omit<PersonsService, 'offered'>> & {
  /** The service of the part stays, with other options. */
  hasNewOptions: boolean;
};

function hasSameOptions({ options }: PartBefore, { optionIds }: GivenPart): boolean {
  if (!optionIds) return true;
  const present = options.flatMap(({ optionId, count }) => Array.from({ length: count }, () => optionId ?? ''));
  return present.toSorted().join() === optionIds.toSorted().join();
}

function planPart(
  context: SignedIn,
  given: GivenPart,
  {
    before,
    calendar,
    service,
    previous,
  }: {
    before: PartBefore | undefined;
    calendar: UsableCalendar;
    service: ChosenService | undefined;
    previous: PlannedPart | undefined;
  },
): PlannedPart {
  const isSame = before !== undefined && isSameService(before, given) && !service?.hasNewOptions;
  const stays = isSame && before.calendarId === given.calendarId;
  const startAt = given.start ? wholeMs(given.start) : previous?.endAt;
  if (!startAt) throw invalid('Start', 'field.required');
  const lengthBefore = before && minutesBetween(before.startAt, before.endAt);
  const minutes = given.minutes ?? (stays ? lengthBefore : undefined) ?? service?.minutes ?? usualMinutes;
  // A length that is no whole number of minutes stays as it is.
  const unmoved = lengthBefore === minutes && before?.startAt.equals(startAt) ? before : undefined;
  const endAt = unmoved ? unmoved.endAt : startAt.add({ minutes });
  const { serviceName, vatRate, pauseStart, pauseMinutes } = isSame ? before : snapshotOf(service);
  return {
    before,
    calendar,
    eventId: before?.eventId ?? randomUUIDv7(),
    calendarId: calendar.id,
    title: given.title || serviceName || before?.title || translate(context.user.language, 'booking.appointment'),
    startAt,
    endAt,
    serviceId: given.serviceId,
    serviceName,
    // The minutes that were booked stay while nothing changes here.
    minutes: stays && lengthBefore === minutes ? before.minutes : minutes,
    price: given.price ?? (stays ? before.price : (service?.price ?? 0)),
    vatRate,
    bufferBefore: 0,
    bufferAfter: 0,
    pauseStart,
    pauseMinutes,
    occupied: before?.occupied ?? '',
    lane: before?.lane ?? 0,
    options: isSame ? before.options : (service?.options ?? []),
    isMoved: unmoved?.calendarId !== calendar.id,
    overlapAcceptedBy: undefined,
    cancelHours: isSame ? null : (service?.cancelHours ?? null),
  };
}

/** A service that was deleted meanwhile stays in its snapshot, as long as the title does. */
function isSameService(before: PartBefore, { serviceId, title }: GivenPart): boolean {
  if (before.serviceId !== serviceId) return false;
  return serviceId !== null || before.serviceName === '' || title === before.title || title === before.serviceName;
}

function snapshotOf(service: ChosenService | undefined) {
  const { name = '', vatRate = null, pauseStart = null, pauseMinutes = null } = service ?? {};
  return { serviceName: name, vatRate, pauseStart, pauseMinutes };
}

/**
 * Between two parts of the same person, buffers take at most the time that is there: the person stays with the
 * customer.
 */
function applyBuffers(
  part: PlannedPart,
  given: GivenPart | undefined,
  service: PersonsService | undefined,
  all: readonly PlannedPart[],
): void {
  const { before } = part;
  const stays = before && given && isSameService(before, given) && before.calendarId === part.calendarId;
  const usual = stays && (!part.isMoved || !service) ? before : service;
  const others = all.filter((other) => other !== part && other.calendarId === part.calendarId);
  const room = (gaps: number[]) => Math.min(...gaps.filter((gap) => gap >= 0));
  const roomBefore = room(others.map(({ endAt }) => minutesApart(endAt, part.startAt)));
  const roomAfter = room(others.map(({ startAt }) => minutesApart(part.endAt, startAt)));
  part.bufferBefore = Math.min(given?.bufferBefore ?? usual?.bufferBefore ?? 0, roomBefore);
  part.bufferAfter = Math.min(given?.bufferAfter ?? usual?.bufferAfter ?? 0, roomAfter);
}

async function placeParts(
  context: SignedIn,
  input: PlannedVisit,
  planned: readonly PlannedPart[],
  present: readonly string[],
  blocks: boolean,
): Promise<void> {
  const { db, user } = context;
  const placed = planned.filter((part) => isPlacedAgain(part));
  const others: Awaited<ReturnType<typeof listOverlapping>> = [];
  let overlaps = false;
  let closed = false;
  for (const part of placed) {
    const { calendar, startAt, endAt } = part;
    const where = { companyId: calendar.companyId, calendarId: calendar.id };
    part.occupied = occupiedTime(startAt.epochMilliseconds, endAt.epochMilliseconds, part);
    if (!blocks) continue;
    await deleteExpiredHolds(db, where, part.occupied, context.clock.now());
    const taken = await findTaken(db, where, part.occupied, present);
    for (const other of planned) if (isBeside(part, other, placed)) taken.lanes.add(other.lane);
    part.lane = freeLane(taken.lanes);
    const isOverlap = part.lane > 0 || taken.isOutside;
    part.overlapAcceptedBy = isOverlap ? user.id : null;
    if (isOverlap && !input.acceptOverlap) {
      overlaps = true;
      others.push(...(await listOverlapping(context, where, part.occupied, present)));
    }
    const time = { start: startAt, end: endAt, startDate: null, endDate: null };
    if (part.isMoved && !input.acceptClosed && !closed) {
      closed = await isClosed(db, { ...where, locationId: calendar.locationId }, time);
    }
  }
  const changed = planned.filter(
    ({ before, serviceId, calendarId }) => before?.serviceId !== serviceId || before.calendarId !== calendarId,
  );
  const notDone = input.acceptNotDone ? [] : await findNotDone(db, user.companyId, changed);
  if (!overlaps && !closed && notDone.length === 0) return;
  // All at once: the person answers one question.
  const code = overlaps ? 'calendar.overlaps' : closed ? 'calendar.closed' : 'visits.notDone';
  throw new Refusal(417, code, {
    complaints: [{ key: 'Start', code }],
    details: {
      ...(overlaps && { Overlaps: true, Others: others }),
      ...(closed && { Closed: true }),
      ...(notDone.length > 0 && { NotDone: notDone }),
    },
  });
}

function isPlacedAgain({ before, isMoved, bufferBefore, bufferAfter, pauseStart, pauseMinutes }: PlannedPart): boolean {
  if (!before || isMoved) return true;
  return (
    before.bufferBefore !== bufferBefore ||
    before.bufferAfter !== bufferAfter ||
    before.pauseStart !== pauseStart ||
    before.pauseMinutes !== pauseMinutes
  );
}

/** Whether another part of the visit has its lane already, in the same calendar at the same time. */
function isBeside(part: PlannedPart, other: PlannedPart, placed: readonly PlannedPart[]): boolean {
  if (other === part || other.calendarId !== part.calendarId) return false;
  const hasLane = !placed.includes(other) || placed.indexOf(other) < placed.indexOf(part);
  const { compare } = Temporal.Instant;
  return hasLane && compare(other.startAt, part.endAt) < 0 && compare(part.startAt, other.endAt) < 0;
}

function minutesBetween(start: Temporal.Instant, end: Temporal.Instant): number {
  return Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / msPerMinute);
}

function minutesApart(one: Temporal.Instant, other: Temporal.Instant): number {
  return Math.floor((other.epochMilliseconds - one.epochMilliseconds) / msPerMinute);
}

/** Occupied ranges are in whole milliseconds. */
function wholeMs(text: string): Temporal.Instant {
  return Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
}

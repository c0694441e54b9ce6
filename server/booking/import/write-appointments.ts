// Writes one chunk of imported appointments in a transaction of its own, without any notice.
import { randomUUIDv7 } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { folded } from '#contract/lib/folded.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { insertContacts, type VisitFigures } from '#server/customers/import/add-contacts.ts';
import type { ImportedContact } from '#server/customers/import/read-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { findRefs, type NewRef, saveRefs } from './import-refs.ts';
import { type Placed, placeAppointments, readOutside, readTaken, type Taken } from './place-appointments.ts';
import type { PlannedAppointment } from './plan-appointments.ts';
import { eventDigest, visitDigest } from './read-stored.ts';
import { customerKey, customerRef, matchLocked } from './write-customers.ts';

export interface Origin {
  source: string;
  importId: string;
  /** The first day of reminders, in the zone of each appointment. */
  remindFrom: Temporal.PlainDate;
}

/** Undefined without a customer, and for one whom no one asked for a name: the visit has no record of a customer. */
export function recordedCustomer({ customer }: PlannedAppointment['row']): ImportedContact | undefined {
  return customer?.nameKey ? customer : undefined;
}

/** Appointments that are there already, though no import has written them: the same person, start and customer. */
export function findPresent(appointments: readonly PlannedAppointment[], taken: readonly Taken[]): void {
  for (const one of appointments) {
    if (one.result !== 'added' || one.position > 0) continue;
    const name = folded(one.row.customer?.name || one.title);
    const found = taken.find(
      ({ calendarId, start, name: other }) =>
        calendarId === one.calendarId && start === one.start.epochMilliseconds && folded(other) === name,
    );
    if (!found) continue;
    for (const part of appointments) {
      if (part.row !== one.row) continue;
      Object.assign(part, { id: found.visitId ?? found.eventId, result: 'unchanged', isAdded: false });
    }
  }
}

/** The times that the appointments take at present are free for them. */
export function withoutOwn(taken: readonly Taken[], appointments: readonly PlannedAppointment[]): Taken[] {
  const ids = new Set(appointments.filter(({ result }) => result === 'changed').map(({ id }) => id));
  return taken.filter(({ visitId, eventId }) => !ids.has(visitId ?? eventId));
}

interface WrittenChunk {
  /** The appointments as they are stored. */
  placed: Placed[];
  /** The contacts of customers that earlier chunks do not have, by `customerKey`, and how many of them are new. */
  found: Map<string, string>;
  added: number;
}

/** `known` has the contacts of earlier chunks, by `customerKey`. */
export async function writeAppointments(
  tx: SignedIn,
  chunk: readonly PlannedAppointment[],
  { source, importId, remindFrom }: Origin,
  known: ReadonlyMap<string, string>,
): Promise<WrittenChunk> {
  const { db, user, clock } = tx;
  const { companyId } = user;
  for (const id of [...new Set(chunk.map(({ calendarId }) => calendarId))].sort()) await lockCalendar(db, id);
  await checkAgain(tx, source, chunk);
  const taken = await readTaken(db, companyId, chunk, clock.now());
  findPresent(chunk, taken);
  const changed = chunk.filter(({ result }) => result === 'changed');
  const rewritten = await readEventIds(tx, changed);
  const written = chunk.filter(({ result }) => result === 'added' || result === 'changed');
  const outside = await readOutside(db, companyId, written);
  const placed = placeAppointments(written, withoutOwn(taken, written), outside);
  const named = written.flatMap(({ row }) => recordedCustomer(row) ?? []);
  const { found, unknown } = await matchLocked(
    tx,
    named.filter((customer) => !known.has(customerKey(customer))),
  );
  const figures = figuresOf(written, clock.now());
  const customers = [...unknown].map(([key, customer]) => ({
    ...{ ...customer, notes: '', tags: [] },
    ...{ key, id: randomUUIDv7(), figures: figures.get(key) },
  }));
  for (const { key, id } of customers) found.set(key, id);
  const contacts = new Map([...known, ...found]);
  const statements = sendInOrder();
  await statements.send(() => insertContacts(tx, customers));
  await statements.send(() => saveRefs(tx, { source, importId }, 'customer', customers.map(customerRef)));
  const former = await statements.send(() => insertAll(tx, placed, contacts, remindFrom));
  await statements.send(() => saveRefs(tx, { source, importId }, 'appointment', appointmentRefs(chunk)));
  await statements.end();
  const ids = named.flatMap((customer) => contacts.get(customerKey(customer)) ?? []);
  const counted = new Set<string>(customers.flatMap((one) => (one.figures ? one.id : [])));
  await countVisits(tx, companyId, [...ids.filter((id) => !counted.has(id)), ...(await former.answer), ...rewritten]);
  return { placed, found, added: customers.length };
}

/**
 * Sends statements behind each other without waiting for their answers: while the database carries one out, the next
 * one is prepared. `end` waits for all, and throws the error of the first that failed.
 */
function sendInOrder() {
  const answers: Promise<unknown>[] = [];
  return {
    async send<T>(act: () => Promise<T>): Promise<{ answer: Promise<T> }> {
      const answer = act();
      answer.catch(() => {});
      answers.push(answer);
      // The statement leaves when the event loop goes on.
      await setImmediate();
      return { answer };
    },
    end: () => Promise.all(answers),
  };
}

function appointmentRefs(chunk: readonly PlannedAppointment[]): NewRef[] {
  const partsOf = Map.groupBy(chunk, ({ id }) => id);
  return chunk
    .filter(({ result, position }) => result !== 'kept' && position === 0)
    .map(({ row, id, result, isAdded, givenDigest }) => ({
      ...{ externalId: row.externalId, recordId: id, isAdded, givenDigest },
      storedDigest: result === 'added' ? newDigest(partsOf.get(id) ?? []) : undefined,
    }));
}

/** Of an appointment that `insertAll` inserts. */
function newDigest(parts: readonly PlannedAppointment[]): string | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const { customer, notes } = first.row;
  const stored = parts.map((part) => ({
    part,
    event: {
      ...{ calendarId: part.calendarId, title: part.title, description: notes, type: eventType(customer) },
      ...{ startAt: part.start, endAt: part.end },
      ...{ startDate: part.days?.first ?? null, endDate: part.days?.last ?? null },
    },
  }));
  if (!customer) return stored[0] && eventDigest(stored[0].event);
  return visitDigest({ ...customer, status: newStatus, locationId: first.place?.id ?? null }, false, stored);
}

const newStatus = 'confirmed';

/** A time without a customer is not to be booked. */
function eventType(customer: ImportedContact | undefined): 'success' | 'danger' {
  return customer ? 'success' : 'danger';
}

/** Under the locks: one may have changed since the plan was made. */
async function checkAgain(tx: SignedIn, source: string, chunk: readonly PlannedAppointment[]): Promise<void> {
  const refs = await findRefs(
    tx,
    source,
    'appointment',
    chunk.map(({ row }) => row.externalId),
  );
  for (const one of chunk) {
    const ref = refs.get(one.row.externalId);
    if (one.result === 'changed' && ref?.state !== 'same') one.result = 'kept';
    // The same row was written meanwhile.
    if (one.result === 'added' && ref)
      Object.assign(one, { result: 'unchanged', id: ref.recordId, isAdded: ref.isAdded });
  }
}

/** Returns the customers of visits that are written again: with more or fewer parts than before. */
async function readEventIds({ db, user }: SignedIn, changed: readonly PlannedAppointment[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const { companyId } = user;
  const ids = [...new Set(changed.map(({ id }) => id))];
  const rows = await db
    .selectFrom('visitParts')
    .select(['visitId', 'eventId'])
    .where('companyId', '=', companyId)
    .where('visitId', 'in', ids)
    .orderBy('position')
    .execute();
  const events = Map.groupBy(rows, ({ visitId }) => visitId);
  const others: string[] = [];
  for (const [id, parts] of Map.groupBy(changed, (one) => one.id)) {
    const stored = events.get(id);
    const isVisit = Boolean(parts[0]?.row.customer);
    for (const one of parts) {
      // An event has got a customer here, or the file has lost it.
      if (Boolean(stored) !== isVisit) one.result = 'kept';
      one.eventId = stored?.[one.position]?.eventId ?? (stored ? one.eventId : one.id);
      one.isRewritten = stored !== undefined && stored.length !== parts.length;
    }
    if (parts[0]?.isRewritten) others.push(id);
  }
  if (others.length === 0) return [];
  const removed = await db
    .deleteFrom('visits')
    .where('companyId', '=', companyId)
    .where('id', 'in', others)
    .returning('contactId')
    .execute();
  return removed.flatMap(({ contactId }) => contactId ?? []);
}

/** Of customers all of whose appointments are still to come. To insert them costs less than to count them again. */
function figuresOf(appointments: readonly PlannedAppointment[], now: Temporal.Instant): Map<string, VisitFigures> {
  const figures = new Map<string, VisitFigures>();
  const own = Map.groupBy(appointments, ({ row: { customer } }) => (customer ? customerKey(customer) : ''));
  for (const [key, some] of own) {
    const starts = some.map(({ start }) => start).sort(Temporal.Instant.compare);
    const [nextVisit] = starts;
    if (!nextVisit || Temporal.Instant.compare(nextVisit, now) <= 0) continue;
    const ids = some.flatMap(({ place, calendarId, serviceId }) =>
      [place?.id ?? [], calendarId, serviceId ?? []].flat(),
    );
    const visitedIds = [...new Set(ids)].sort();
    figures.set(key, { nextVisit, visitedIds: visitedIds.length <= maxVisited ? visitedIds : null });
  }
  return figures;
}

/** As `few_ids` has it. */
const maxVisited = 64;

/** Returns the customers whose appointment has another one now. */
async function insertAll(
  { db, user, clock }: SignedIn,
  placed: readonly Placed[],
  contacts: ReadonlyMap<string, string>,
  remindFrom: Temporal.PlainDate,
): Promise<string[]> {
  if (placed.length === 0) return [];
  const remindersOf = new Map<string, string>();
  const remindersFrom = (zone: string) => {
    const known = remindersOf.get(zone) ?? String(remindFrom.toZonedDateTime(zone).toInstant());
    remindersOf.set(zone, known);
    return known;
  };
  // Undefined is no text, and null at the other end.
  const rows = placed.map(({ appointment, lane, occupied, bufferBefore, bufferAfter, isOverOutside }) => {
    const { row, id, place, start, end, days, ...rest } = appointment;
    const { customer } = row;
    const recorded = recordedCustomer(row);
    const [startText, endText] = [String(start), String(end)];
    return {
      ...{ lane, occupied, bufferBefore, bufferAfter, isOverlap: lane > 0 || isOverOutside },
      ...{ timeZone: rest.timeZone, title: rest.title },
      ...{ calendarId: rest.calendarId, serviceId: rest.serviceId, serviceName: rest.serviceName, price: rest.price },
      ...{ vatRate: rest.vatRate, pauseStart: rest.pauseStart, pauseMinutes: rest.pauseMinutes },
      cancelHours: rest.cancelHours,
      isNew: rest.result === 'added' || rest.isRewritten === true,
      ...{ position: rest.position, visitStart: rest.visitStart === start ? startText : String(rest.visitStart) },
      visitEnd: rest.visitEnd === end ? endText : String(rest.visitEnd),
      visitId: customer ? id : undefined,
      eventId: customer ? rest.eventId : id,
      locationId: place?.id,
      contactId: recorded && contacts.get(customerKey(recorded)),
      description: row.notes,
      start: startText,
      end: endText,
      startDate: days?.first,
      endDate: days?.last,
      type: eventType(customer),
      minutes: Math.max(1, Math.round((end.epochMilliseconds - start.epochMilliseconds) / 60_000)),
      name: customer?.name ?? '',
      eMail: customer?.eMail ?? '',
      phoneNumber: customer?.phoneNumber ?? '',
      language: customer?.language || user.language,
      remindFrom: remindersFrom(rest.timeZone),
    };
  });
  const { rows: before } = await sql<{ contactId: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("isNew" boolean, position integer, "visitStart" timestamptz, "visitEnd" timestamptz, "visitId" uuid, "eventId" uuid,
        "calendarId" uuid, "locationId" uuid, "contactId" uuid, title text, description text, start timestamptz,
        "end" timestamptz, "startDate" date, "endDate" date, "timeZone" text, type text, occupied tstzmultirange, lane integer, "isOverlap" boolean,
        name text, "eMail" text, "phoneNumber" text, language text, "serviceId" uuid, "serviceName" text, minutes integer,
        price numeric, "vatRate" numeric, "bufferBefore" integer, "bufferAfter" integer, "pauseStart" integer,
        "pauseMinutes" integer, "cancelHours" integer, "remindFrom" timestamptz)
    ), former as materialized (
      select v.contact_id from given g join visits v on v.company_id = ${user.companyId} and v.id = g."visitId"
      where not g."isNew" and g.position = 0 and v.contact_id is distinct from g."contactId"
    ), moved_events as (
      update events e set calendar_id = g."calendarId", location_id = g."locationId", title = g.title, description = g.description,
        start_at = g.start, end_at = g."end", time_zone = g."timeZone", start_date = g."startDate", end_date = g."endDate",
        all_day = g."startDate" is not null, occupied = g.occupied, lane = g.lane, words = ${words},
        overlap_accepted_by = case when g."isOverlap" then ${user.id}::uuid end, booked_price = case when g."visitId" is null then 0 else g.price end,
        updated_at = ${clock.now()}
      from given g where not g."isNew" and e.company_id = ${user.companyId} and e.id = g."eventId"
    ), moved_visits as (
      update visits v set location_id = g."locationId", contact_id = g."contactId", start_at = g."visitStart",
        end_at = g."visitEnd", time_zone = g."timeZone", day = wall_time(g."visitStart", g."timeZone")::date, name = g.name, e_mail = g."eMail",
        phone_number = g."phoneNumber", remind_from = g."remindFrom", sequence = v.sequence + 1, updated_at = ${clock.now()}
      from given g where not g."isNew" and g.position = 0 and v.company_id = ${user.companyId} and v.id = g."visitId"
    ), moved_parts as (
      update visit_parts p set service_id = g."serviceId", service_name = g."serviceName", minutes = g.minutes, price = g.price,
        vat_rate = g."vatRate", buffer_before = g."bufferBefore", buffer_after = g."bufferAfter", pause_start = g."pauseStart",
        pause_minutes = g."pauseMinutes"
      from given g where not g."isNew" and p.company_id = ${user.companyId} and p.visit_id = g."visitId" and p.event_id = g."eventId"
    ), new_events as (
      insert into events (company_id, id, calendar_id, location_id, user_id, title, description, start_at, end_at, time_zone,
          all_day, start_date, end_date, type, occupied, lane, overlap_accepted_by, words, counted_parts, booked_price,
          completed_price, created_at, updated_at)
        select ${user.companyId}::uuid, g."eventId", g."calendarId", g."locationId", ${user.id}::uuid, g.title, g.description,
          g.start, g."end", g."timeZone", g."startDate" is not null, g."startDate", g."endDate", g.type, g.occupied, g.lane,
          case when g."isOverlap" then ${user.id}::uuid end, ${words}, case when g."visitId" is null then 0 else 1 end,
          case when g."visitId" is null then 0 else g.price end, 0, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz
        from given g where g."isNew"
    ), new_visits as (
      insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, e_mail, phone_number,
          language, status, source, cancel_hours, calendar_uid, remind_from, created_at, updated_at)
        select ${user.companyId}::uuid, g."visitId", g."locationId", g."contactId", g."visitStart", g."visitEnd",
          g."timeZone", wall_time(g."visitStart", g."timeZone")::date, g.name, g."eMail", g."phoneNumber", g.language, ${newStatus}, 'import',
          g."cancelHours", g."visitId", g."remindFrom", ${clock.now()}::timestamptz, ${clock.now()}::timestamptz
        from given g where g."isNew" and g.position = 0 and g."visitId" is not null
    ), new_parts as (
      insert into visit_parts (company_id, visit_id, event_id, position, service_id, service_name, minutes, price, vat_rate,
          buffer_before, buffer_after, pause_start, pause_minutes)
        select ${user.companyId}::uuid, g."visitId", g."eventId", g.position, g."serviceId", g."serviceName", g.minutes, g.price,
          g."vatRate", g."bufferBefore", g."bufferAfter", g."pauseStart", g."pauseMinutes"
        from given g where g."isNew" and g."visitId" is not null
    )
    select contact_id from former where contact_id is not null`.execute(db);
  return before.map(({ contactId }) => contactId);
}

/** As `wordsOf` in server/booking/visits/insert-visit.ts has them. */
const words = sql`folded(g.title || ' ' || g.name || ' ' || g."eMail" || ' ' || g."phoneNumber")`;

// Changes which services of the company a person does, with which minutes and price of their own, and the booking
// rules.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  bookingRules,
  type CalendarSettings,
  calendarSettings,
  type calendarSetup,
  serviceFields,
} from '#contract/booking/calendar-setup.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { assertPause, lockService, nextPosition } from '#server/booking/services/save-company-service.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { type EditableCalendar, findEditableCalendar, settingsOf } from './settings.ts';

type ServiceInput = z.output<typeof wholeService>;
type BookingRules = Required<Omit<Parsed<typeof calendarSetup.saveBookingRules>, 'calendarId'>>;
const wholeService = z.object(serviceFields);

/**
 * Adds a service to the company (all-zero id) that the person of the calendar does, or updates one that they do. Throws
 * 404 for a service that they do not do, 403 when others do it too and the caller is no administrator.
 */
export async function saveService(
  context: SignedIn,
  { calendarId, id, ...given }: Parsed<typeof calendarSetup.saveService>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const { companyId } = context.user;
  const stored = id === newId ? undefined : await lockEditableService(context, calendar, id);
  const fields = completeUpdate<ServiceInput>(serviceFields, given, stored ?? {});
  // Null means that the calendar's own value applies.
  const service = {
    ...fields,
    noticeMinutes: fields.noticeMinutes ?? null,
    horizonDays: fields.horizonDays ?? null,
  } satisfies ColumnsOf<'services', ServiceInput>;
  if (stored) {
    assertPause({ ...stored, minutes: service.minutes, people: [] });
    await context.db
      .updateTable('services')
      .set(service)
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute();
    return settingsOf(context, calendar);
  }
  const position = await nextPosition(context);
  const serviceId = randomUUIDv7();
  await context.db
    .insertInto('services')
    .values({ ...service, companyId, id: serviceId, position })
    .execute();
  await context.db
    .insertInto('servicePeople')
    .values({ companyId, serviceId, calendarId: calendar.calendarId })
    .execute();
  return settingsOf(context, calendar);
}

/**
 * Says whether the person does a service, and with which minutes and price of their own; at each location where they do
 * it differently, too. Throws 404 for an unknown service.
 */
export async function chooseService(
  context: SignedIn,
  { calendarId, id, isDone, minutes, price }: Parsed<typeof calendarSetup.chooseService>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const stored = await lockStoredService(context, calendar, id);
  const { companyId } = context.user;
  const person = { companyId, serviceId: id, calendarId: calendar.calendarId };
  if (isDone) {
    if (minutes !== undefined) assertPause({ ...stored, minutes, people: [] });
    await context.db
      .insertInto('servicePeople')
      .values({ ...person, minutes: minutes ?? null, price: price ?? null })
      .onConflict((conflict) =>
        conflict
          .constraint('service_people_once')
          .doUpdateSet((eb) => ({ minutes: eb.ref('excluded.minutes'), price: eb.ref('excluded.price') })),
      )
      .execute();
  } else {
    await sql`delete from service_people where company_id = ${companyId} and service_id = ${id}
      and calendar_id = ${calendar.calendarId}`.execute(context.db);
  }
  // The version of a service is that of its people, too.
  await sql`update services set position = position where company_id = ${companyId} and id = ${id}`.execute(context.db);
  return settingsOf(context, calendar);
}

/**
 * Throws 404 for a service that the person does not do, 403 when others do it too and the caller is no administrator.
 */
export async function deleteService(
  context: SignedIn,
  { calendarId, id }: Parsed<typeof calendarSetup.deleteService>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  await lockEditableService(context, calendar, id);
  await context.db
    .deleteFrom('services')
    .where('companyId', '=', context.user.companyId)
    .where('id', '=', id)
    .execute();
  return settingsOf(context, calendar);
}

/**
 * Sorts the services of a person among the places that these have in the company's order. Throws 404 for an id that is
 * not a service of theirs, 403 when others do one of them too and the caller is no administrator.
 */
export async function orderServices(
  context: SignedIn,
  { calendarId, ids }: Parsed<typeof calendarSetup.orderServices>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const { companyId } = context.user;
  const { services } = await readCalendar(context, calendar);
  const own = new Set(services.map((service) => service.id));
  if (ids.some((id) => !own.has(id.toLowerCase()))) throw notFound();
  if (!isAdmin(context) && services.some(({ isShared }) => isShared)) throw new Refusal(403, 'services.orderShared');
  await sql`
    with own as (
      select s.id, s.position, s.name from services s where s.company_id = ${companyId} and exists (
        select from service_people p
        where p.company_id = s.company_id and p.service_id = s.id and p.calendar_id = ${calendar.calendarId})),
    places as (select position, row_number() over (order by position, id) as place from own),
    wanted as (
      select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position, name, id) as place from own)
    update services s set position = places.position from wanted join places using (place)
    where s.company_id = ${companyId} and s.id = wanted.id`.execute(context.db);
  return settingsOf(context, calendar);
}

export async function saveBookingRules(
  context: SignedIn,
  { calendarId, ...given }: Parsed<typeof calendarSetup.saveBookingRules>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  await lockCalendar(context.db, calendar.calendarId);
  const rules = completeUpdate<BookingRules>(bookingRules, given, await readCalendar(context, calendar));
  await context.db
    .updateTable('calendars')
    .set(rules satisfies ColumnsOf<'calendars', BookingRules>)
    .where('companyId', '=', context.user.companyId)
    .where('id', '=', calendar.calendarId)
    .execute();
  return settingsOf(context, calendar);
}

interface StoredService extends ServiceInput {
  pauseStart: number | null;
  pauseMinutes: number | null;
  /** The person of the calendar does it, and others do. */
  isOwn: boolean;
  isShared: boolean;
}

/** Returns a service that the caller may change for the company, under a lock. */
async function lockEditableService(context: SignedIn, calendar: EditableCalendar, id: string): Promise<StoredService> {
  const stored = await lockStoredService(context, calendar, id);
  if (!stored.isOwn) throw notFound();
  if (stored.isShared && !isAdmin(context)) throw new Refusal(403, 'services.shared');
  return stored;
}

/** Returns a service of the company under a lock. Throws 404 for another one. */
async function lockStoredService(context: SignedIn, calendar: EditableCalendar, id: string): Promise<StoredService> {
  await lockService(context, id);
  const { rows } = await sql<StoredService>`
    select s.name, s.description, s.minutes, s.price, s.buffer_before, s.buffer_after, s.notice_minutes, s.horizon_days,
      s.is_active, s.pause_start, s.pause_minutes,
      exists (select from service_people p where p.company_id = s.company_id and p.service_id = s.id
        and p.calendar_id = ${calendar.calendarId}) as is_own,
      exists (select from service_people p where p.company_id = s.company_id and p.service_id = s.id
        and p.calendar_id <> ${calendar.calendarId}) as is_shared
    from services s where s.company_id = ${context.user.companyId} and s.id = ${id}`.execute(context.db);
  const [stored] = rows;
  if (!stored) throw notFound();
  return stored;
}

async function readCalendar(context: SignedIn, calendar: EditableCalendar): Promise<CalendarSettings> {
  // By the contract.
  return recordIn(calendarSettings, await settingsOf(context, calendar)) as CalendarSettings;
}

function isAdmin({ user }: SignedIn): boolean {
  return user.actions.includes('admin');
}

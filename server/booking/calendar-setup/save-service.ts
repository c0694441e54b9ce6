// Changes the services of a calendar, their order, and the booking rules.
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
import { lockCalendar } from '#server/booking/public/lock-calendar.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { type EditableCalendar, findEditableCalendar, settingsOf } from './settings.ts';

const maxServices = 100;

type ServiceInput = z.output<typeof wholeService>;
const wholeService = z.object(serviceFields);

/** Adds a service (all-zero id) or updates it. Throws 404 for a service of another calendar. */
export async function saveService(
  context: SignedIn,
  { calendarId, id, ...given }: Parsed<typeof calendarSetup.saveService>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const { companyId } = context.user;
  const present = id === newId ? {} : await lockService(context, calendar, id);
  const fields = completeUpdate<ServiceInput>(serviceFields, given, present);
  // Null means that the calendar's own value applies.
  const service = { ...fields, noticeMinutes: fields.noticeMinutes ?? null, horizonDays: fields.horizonDays ?? null };
  if (id !== newId) {
    await ownServices(context, calendar).set(service).where('id', '=', id).execute();
    return settingsOf(context, calendar);
  }
  const position = await nextPosition(context, calendar);
  await context.db
    .insertInto('services')
    .values({ ...service, companyId, calendarId: calendar.calendarId, id: randomUUIDv7(), position })
    .execute();
  return settingsOf(context, calendar);
}

/** Returns the service under a lock. Throws 404 for a service of another calendar. */
async function lockService(context: SignedIn, calendar: EditableCalendar, id: string): Promise<object> {
  await lockCalendar(context.db, calendar.calendarId);
  const { services } = await readCalendar(context, calendar);
  const service = services.find((each) => each.id === id.toLowerCase());
  if (!service) throw notFound();
  return service;
}

async function readCalendar(context: SignedIn, calendar: EditableCalendar): Promise<CalendarSettings> {
  // By the contract.
  return recordIn(calendarSettings, await settingsOf(context, calendar)) as CalendarSettings;
}

export async function deleteService(
  context: SignedIn,
  { calendarId, id }: Parsed<typeof calendarSetup.deleteService>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const { numDeletedRows } = await context.db
    .deleteFrom('services')
    .where('companyId', '=', context.user.companyId)
    .where('calendarId', '=', calendar.calendarId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
  return settingsOf(context, calendar);
}

/** Throws 404 for an id that is not a service of the calendar. */
export async function orderServices(
  context: SignedIn,
  { calendarId, ids }: Parsed<typeof calendarSetup.orderServices>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  const { rows: unknown } = await sql`
    select wanted from unnest(${ids}::uuid[]) wanted where wanted not in (
      select id from services where company_id = ${context.user.companyId} and calendar_id = ${calendar.calendarId})`.execute(
    context.db,
  );
  if (unknown.length > 0) throw notFound();
  await sql`
    update services s set position = o.position from (
      select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, services.position, name, id) as position
      from services where company_id = ${context.user.companyId} and calendar_id = ${calendar.calendarId}) o
    where s.company_id = ${context.user.companyId} and s.id = o.id`.execute(context.db);
  return settingsOf(context, calendar);
}

export async function saveBookingRules(
  context: SignedIn,
  { calendarId, ...given }: Parsed<typeof calendarSetup.saveBookingRules>,
): Promise<JsonText> {
  const calendar = await findEditableCalendar(context, calendarId);
  await lockCalendar(context.db, calendar.calendarId);
  const rules = completeUpdate<typeof given>(bookingRules, given, await readCalendar(context, calendar));
  await context.db
    .updateTable('calendars')
    .set(rules)
    .where('companyId', '=', context.user.companyId)
    .where('id', '=', calendar.calendarId)
    .execute();
  return settingsOf(context, calendar);
}

function ownServices({ db, user }: SignedIn, { calendarId }: EditableCalendar) {
  return db.updateTable('services').where('companyId', '=', user.companyId).where('calendarId', '=', calendarId);
}

async function nextPosition({ db, user }: SignedIn, { calendarId }: EditableCalendar): Promise<number> {
  const { count, last } = await db
    .selectFrom('services')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('position').as('last')])
    .where('companyId', '=', user.companyId)
    .where('calendarId', '=', calendarId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxServices) throw invalid('Name', 'hours.tooManyServices', { maximum: maxServices });
  return (last ?? 0) + 1;
}

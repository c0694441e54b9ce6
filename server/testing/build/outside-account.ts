// Builds accounts of outside calendars, with one calendar that is read, one event of it, and one entry in it.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';

/** Of an employee, on a server that does not exist. */
export async function buildOutsideAccount(
  { database: { write }, clock }: Services,
  { companyId, calendarId }: { companyId: string; calendarId: string },
): Promise<{ id: string; outsideCalendarId: string }> {
  const [id, outsideCalendarId] = [randomUUIDv7(), randomUUIDv7()];
  const now = clock.now();
  await sql`
    insert into outside_accounts (company_id, id, calendar_id, provider, address, log_in, secret, created_at)
    values (${companyId}, ${id}, ${calendarId}, 'caldav', 'https://dav.example.test/', 'anna', ${Buffer.alloc(40)}, ${now})`.execute(
    write,
  );
  await sql`
    insert into outside_calendars (company_id, id, account_id, calendar_id, href, name, reads, due_at)
    values (${companyId}, ${outsideCalendarId}, ${id}, ${calendarId}, '/anna/home/', 'Home', true, ${now.add({ hours: 1 })})`.execute(
    write,
  );
  await sql`
    insert into outside_objects (company_id, outside_calendar_id, href, etag, uid)
    values (${companyId}, ${outsideCalendarId}, '/anna/home/1.ics', '"1"', '1')`.execute(write);
  await sql`
    insert into outside_written (company_id, outside_calendar_id, event_id, uid, href, etag, wanted, written, state)
    values (${companyId}, ${outsideCalendarId}, ${randomUUIDv7()}, '2@daybook.test', '/anna/home/2.ics', '"2"', '', '', 'written')`.execute(
    write,
  );
  await sql`
    insert into outside_rounds (company_id, id, outside_calendar_id, created_at)
    values (${companyId}, ${randomUUIDv7()}, ${outsideCalendarId}, ${now})`.execute(write);
  return { id, outsideCalendarId };
}

// The time zone in which dates that a caller sends without a zone count.
import { sql } from 'kysely';
import type { SignedIn } from './context.ts';

/** The zone of the location where the caller works, otherwise of the company's oldest location. */
export async function callerZone({ db, user }: Pick<SignedIn, 'db' | 'user'>): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from locations where company_id = ${user.companyId}
    order by id is not distinct from ${user.locationId}::uuid desc, created_at, id limit 1`.execute(db);
  return rows[0]?.timeZone ?? 'UTC';
}

/** The instant of a date, at its start, or of a date with a time, in a zone. Throws a RangeError. */
export function instantOf(local: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timeZone).toInstant();
}

// The time zone in which dates that a caller sends without a zone count.
import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from './context.ts';

/** The zone of the location where the caller works, otherwise of the company's oldest location. */
export async function callerZone({ db, user }: Pick<SignedIn, 'db' | 'user'>): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`select ${zoneAt(user)} as time_zone`.execute(db);
  return rows[0]?.timeZone ?? 'UTC';
}

/** The same as an expression. */
export function zoneAt(place: { companyId: string; locationId: string | null }): RawBuilder<string> {
  return sql<string>`coalesce((select time_zone from locations where company_id = ${place.companyId}
    order by id is not distinct from ${place.locationId}::uuid desc, created_at, id limit 1), 'UTC')`;
}

/** The instant of a date, at its start, or of a date with a time, in a zone. Throws a RangeError. */
export function instantInZone(local: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timeZone).toInstant();
}

// The business and the place at the head of a paper.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { invalid } from '#server/lib/refusal.ts';

export interface HeadOfPaper {
  values: { company: string; location: string; address: string; phone: string };
  locationId: string;
  timeZone: string;
}

/** Throws 417 without a location. */
export async function headOfPaper(
  db: Db,
  { companyId, locationId }: { companyId: string; locationId: string | null },
): Promise<HeadOfPaper> {
  const { rows } = await sql<HeadOfPaper['values'] & { timeZone: string; locationId: string }>`
    select c.name as company, case when l.name = c.name then '' else l.name end as location,
      coalesce(nullif(g.line_address, ''), l.address, '') as address, c.phone_number as phone, l.time_zone,
      l.id as location_id
    from locations l join companies c on c.id = l.company_id
      left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where l.company_id = ${companyId} and l.id = ${locationId}`.execute(db);
  const [found] = rows;
  if (!found) throw invalid('Locations_Id', 'field.required');
  const { timeZone, locationId: id, ...values } = found;
  return { values, timeZone, locationId: id };
}

/** `09:00–09:45`: the same on every paper, whatever its language. */
export function timesOnPaper(start: Temporal.Instant, end: Temporal.Instant, timeZone: string): string {
  return [start, end].map((at) => timeOnPaper(at, timeZone)).join('–');
}

export function timeOnPaper(at: Temporal.Instant, timeZone: string): string {
  return at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
}

export function dayOnPaper(at: Temporal.Instant, timeZone: string): string {
  return at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

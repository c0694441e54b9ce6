// Tells which services people would do that are none of theirs.
import { sql } from 'kysely';
import { personService } from '#server/booking/services/person-service.ts';
import type { Db } from '#server/db/pool.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

/** In the names of the wire: it is a part of a refusal. */
export interface NotDone {
  Person: string;
  Service: string;
}

/** Returns the pairs of person and service for which nothing says that the person does it. */
export async function findNotDone(
  db: Db,
  companyId: string,
  pairs: readonly { calendarId: string; serviceId: string | null }[],
): Promise<NotDone[]> {
  const wanted = pairs.filter(({ serviceId }) => serviceId !== null);
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ person: string; service: string }>`
    select distinct ${personNameOrLogIn} as person, s.name as service
    from unnest(${wanted.map(({ calendarId }) => calendarId)}::uuid[], ${wanted.map(({ serviceId }) => serviceId)}::uuid[])
      wanted (calendar_id, service_id)
    join calendars k on k.company_id = ${companyId} and k.id = wanted.calendar_id
    join users u on u.id = k.user_id
    join services s on s.company_id = k.company_id and s.id = wanted.service_id
    where not exists (select from ${personService(sql`k.id`)} own) order by person, service`.execute(db);
  return rows.map(({ person, service }) => ({ Person: person, Service: service }));
}

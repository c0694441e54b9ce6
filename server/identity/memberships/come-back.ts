// Gives a person of a restored company back what was theirs there, once they have accepted their invitation.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { publicName } from '#contract/public-names.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { actionIds } from '#server/lib/sql/first-data.ts';
import { freePersonName, urlNameOf } from './url-name.ts';

interface Restored {
  id: string;
  calendarId: string | null;
  urlName: string | null;
}

/**
 * Makes the person an employee with their former profile, calendar, pictures and estimates, and no more rights than any
 * employee; locations are those of the invitation. Runs in the caller's transaction. Returns false, and does nothing,
 * for an address that the company was not restored with.
 */
export async function comeBack(
  { db }: ServiceContext,
  person: { companyId: string; userId: string; logIn: string; name: string; locationIds: readonly string[] },
): Promise<boolean> {
  const { companyId, userId, logIn, name, locationIds } = person;
  const { rows } = await sql<Restored>`
    select r.id, k.id as calendar_id, r.belongings #>> '{employees,0,url_name}' as url_name from restored_people r
    left join calendars k on k.company_id = r.company_id and k.id = r.calendar_id and k.user_id is null
    where r.company_id = ${companyId} and lower(r.log_in) = lower(${logIn}) order by r.id limit 1
    for update of r`.execute(db);
  const [restored] = rows;
  if (!restored) return false;
  const given = publicName.safeParse(restored.urlName).data ?? urlNameOf(name, 'team');
  const urlName = await freePersonName(db, companyId, given);
  await sql`
    insert into employees (company_id, user_id, url_name, profession, description, phone_number, picture_id,
      is_profile_public, is_calendar_public, created_at, is_url_name_kept, reminder_leads, reminder_channels)
    select ${companyId}, ${userId}, ${urlName}, coalesce(r.profession, ''), coalesce(r.description, ''),
      coalesce(r.phone_number, ''), f.id, coalesce(r.is_profile_public, false), coalesce(r.is_calendar_public, false),
      coalesce(r.created_at, now()), coalesce(r.is_url_name_kept, false), coalesce(r.reminder_leads, '{}'),
      coalesce(r.reminder_channels, '{mail}')
    from restored_people p
    cross join lateral jsonb_populate_record(null::employees, p.belongings #> '{employees,0}') r
    left join files f on f.company_id = ${companyId} and f.id = r.picture_id
    where p.company_id = ${companyId} and p.id = ${restored.id}`.execute(db);
  // A new one is without hours.
  await db
    .insertInto('calendars')
    .values({ companyId, id: restored.calendarId ?? randomUUIDv7(), userId })
    .onConflict((present) => present.columns(['companyId', 'id']).doUpdateSet({ userId }))
    .execute();
  await db.insertInto('userActions').values({ companyId, userId, actionId: actionIds.user }).execute();
  if (locationIds.length > 0) {
    await db
      .insertInto('employeeLocations')
      .values(locationIds.map((locationId) => ({ companyId, userId, locationId })))
      .execute();
  }
  await sql`
    insert into profile_pictures (company_id, user_id, file_id, position)
    select ${companyId}, ${userId}, f.id, r.position
    from restored_people p
    cross join lateral jsonb_populate_recordset(null::profile_pictures, p.belongings -> 'profile_pictures') r
    join files f on f.company_id = ${companyId} and f.id = r.file_id
    where p.company_id = ${companyId} and p.id = ${restored.id} on conflict do nothing`.execute(db);
  await sql`
    insert into estimates (company_id, id, day, location_id, user_id, amount, updated_at)
    select ${companyId}, r.id, r.day, r.location_id, ${userId}, r.amount, r.updated_at
    from restored_people p
    cross join lateral jsonb_populate_recordset(null::estimates, p.belongings -> 'estimates') r
    where p.company_id = ${companyId} and p.id = ${restored.id} and (r.location_id is null
      or exists (select from locations l where l.company_id = ${companyId} and l.id = r.location_id))
    on conflict do nothing`.execute(db);
  await sql`delete from restored_people where company_id = ${companyId} and id = ${restored.id}`.execute(db);
  return true;
}

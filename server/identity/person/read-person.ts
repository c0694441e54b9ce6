// The queries of signing in: people, their companies and their locations.
import { sql } from 'kysely';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import type { Db } from '#server/db/pool.ts';
import { zoneAt } from '#server/lib/caller-zone.ts';
import type { Context } from '#server/lib/context.ts';
import { rightsVersion } from '#server/lib/session/rights-version.ts';
import { rulesOfZones } from '#server/lib/with-offset.ts';

/** Finds the account with this login, case-insensitively. */
export async function findCredentials(
  db: Db,
  logIn: string,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where(sql`lower(log_in)`, '=', sql`lower(${logIn})`)
    .executeTakeFirst();
}

export interface Account {
  id: string;
  logIn: string;
  firstName: string;
  lastName: string;
  /** The key of the person's language, such as `de`; null when they have not chosen one. */
  language: string | null;
  eMailVerifiedAt: Temporal.Instant | null;
}

/** Finds the account of a user. */
export function accountOf(db: Db, userId: string): Promise<Account | undefined> {
  return db
    .selectFrom('users as u')
    .leftJoin('languages as l', 'l.id', 'u.languageId')
    .select(['u.id', 'u.logIn', 'u.firstName', 'u.lastName', 'l.key as language', 'u.eMailVerifiedAt'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

/**
 * The place where a new session starts: the company and location of the user's last session, otherwise their first
 * ones. Undefined for a person who works for no company.
 */
export async function firstPlace(
  db: Db,
  userId: string,
): Promise<{ companyId: string; locationId: string | null } | undefined> {
  const { rows } = await sql<{ companyId: string; locationId: string | null }>`
    select e.company_id, coalesce(
      (select el.location_id from employee_locations el
        where el.company_id = e.company_id and el.user_id = e.user_id and el.location_id = last.location_id),
      (select el.location_id from employee_locations el
        join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = e.company_id and el.user_id = e.user_id order by l.created_at, l.id limit 1)) as location_id
    from employees e
    left join lateral (
      select s.active_at, s.location_id from sessions s
      where s.user_id = e.user_id and s.company_id = e.company_id and s.impersonator_id is null order by s.active_at desc limit 1) last on true
    where e.user_id = ${userId}
    order by last.active_at desc nulls last, e.created_at, e.company_id
    limit 1`.execute(db);
  return rows[0];
}

/** The place in a given company: the first of the user's locations there. */
export async function placeIn(
  db: Db,
  userId: string,
  companyId: string,
): Promise<{ companyId: string; locationId: string | null }> {
  const first = await db
    .selectFrom('employeeLocations')
    .select('locationId')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('locationId')
    .limit(1)
    .executeTakeFirst();
  return { companyId, locationId: first?.locationId ?? null };
}

/** Deletes the ended sessions of a user, except the last one: it records where they worked. */
export async function deleteEndedSessions(context: Context, userId: string): Promise<void> {
  await context.database.write
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('expiresAt', '<=', sql<Temporal.Instant>`${context.clock.now()}`)
    .where('id', '<>', (sessions) =>
      sessions
        .selectFrom('sessions as last')
        .select('last.id')
        .where('last.userId', '=', userId)
        .orderBy('last.activeAt', 'desc')
        .limit(1),
    )
    .execute();
}

/**
 * Reads everything that the browser needs about the current user; undefined when they no longer work for the company.
 */
export async function currentUserOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  member: { userId: string; companyId: string; locationId: string | null; impersonatorName?: string | undefined },
): Promise<CurrentUserAnswer | undefined> {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.last_name, u.log_in, u.language_id, coalesce(l.key, 'en') as language, e.picture_id,
      e.is_profile_public, e.is_calendar_public, u.is_push_notifications_enabled,
      has_agreed(u.id, 'privacy') as privacy_policy, has_agreed(u.id, 'terms') as terms_and_conditions,
      u.session_active_minutes, c.name as company_name, c.records_payments, ${zoneAt(member)} as time_zone,
      ${rulesOfZones(sql`select time_zone from locations where company_id = ${member.companyId}`, clock.now())} as zones,
      rights.actions, rights.groups, ${rightsVersion} as rights_version,
      array(select p.s_ref from pages p where can_open_page(p, rights.actions, rights.pages) order by 1) as pages,
      (select coalesce(json_agg(json_build_object('id', lo.id, 'name', lo.name, 'companyId', own.id, 'companyName', own.name)
          order by own.id <> e.company_id, folded(own.name), own.id, folded(lo.name), lo.id), '[]')
        from employees j
        join companies own on own.id = j.company_id
        join locations lo on lo.company_id = j.company_id
        cross join lateral effective_rights(j.company_id, j.user_id) theirs
        where j.user_id = u.id and (j.company_id = e.company_id or ${member.impersonatorName === undefined})
          and (theirs.actions && array['admin', 'sys'] or exists (
            select from employee_locations el
            where el.company_id = lo.company_id and el.user_id = j.user_id and el.location_id = lo.id))) as locations
    from users u
    join employees e on e.user_id = u.id and e.company_id = ${member.companyId}
    join companies c on c.id = e.company_id
    cross join lateral effective_rights(e.company_id, e.user_id) rights
    left join languages l on l.id = u.language_id
    where u.id = ${member.userId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { companyName, recordsPayments, timeZone, zones, actions, groups, pages, locations, ...rest } = row;
  const { rightsVersion: version, ...user } = rest;
  return {
    user,
    isImpersonated: member.impersonatorName !== undefined,
    ...(member.impersonatorName && { impersonatorName: member.impersonatorName }),
    actions,
    groups,
    pages,
    rightsVersion: version,
    locations,
    locationId: member.locationId,
    companyId: member.companyId,
    companyName,
    recordsPayments,
    timeZone,
    zones,
  };
}

type Row = CurrentUserAnswer['user'] &
  Pick<
    CurrentUserAnswer,
    | 'companyName'
    | 'recordsPayments'
    | 'timeZone'
    | 'zones'
    | 'actions'
    | 'groups'
    | 'pages'
    | 'locations'
    | 'rightsVersion'
  >;

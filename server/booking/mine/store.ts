// The visits with an address, across companies.
import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { maxComing, maxPast } from '#contract/booking/my-appointments.ts';
import { maxServicesInARow } from '#contract/booking/services.ts';
import { personService } from '#server/booking/services/person-service.ts';
import { isPresentable } from '#server/booking/times/is-presentable.ts';
import type { Db } from '#server/db/pool.ts';

/**
 * Whether the visit `v` is one with exactly this address: a visit that moved to another customer is not, and a held
 * time belongs to no one yet. By the index `visits_e_mail`; `lower` alone would also fold letters that differ.
 */
const isOf = (eMail: string): RawBuilder<boolean> => sql`(
  v.e_mail <> '' and lower(v.e_mail) = lower(${eMail}) and lower(v.e_mail collate "C") = lower(${eMail} collate "C")
    and v.status <> 'held')`;

/** The customer of the visit `v` can still change it by its link. */
const isComing = (now: Temporal.Instant) => sql`(v.start_at > ${now} and v.status in ('requested', 'confirmed'))`;

interface VisitKey {
  companyId: string;
  id: string;
}

/**
 * The id of a visit for its visitor. A company that was restored from a backup as another one has visits with the same
 * ids as those of the first.
 */
export function publicVisitId({ companyId, id }: VisitKey): string {
  const digits = hash('md5', `${companyId} ${id}`);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export async function hasVisits(db: Db, eMail: string): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select exists (select from visits v where ${isOf(eMail)}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** The soonest visits to come and the latest others, in one query by the index. */
export async function listShown(db: Db, eMail: string, now: Temporal.Instant): Promise<VisitKey[]> {
  const { rows } = await sql<VisitKey>`
    (select v.company_id, v.id from visits v where ${isOf(eMail)} and ${isComing(now)}
      order by v.start_at, v.id limit ${maxComing})
    union all
    (select v.company_id, v.id from visits v where ${isOf(eMail)} and not ${isComing(now)}
      order by v.start_at desc, v.id limit ${maxPast})`.execute(db);
  return rows;
}

/** Whether the visit `v` is one of these: values, since a subquery would let joins begin with all visits. */
export function isListedVisit(keys: readonly VisitKey[]): RawBuilder<boolean> {
  const [companies, ids] = [keys.map(({ companyId }) => companyId), keys.map(({ id }) => id)];
  return sql`(v.company_id = any(${companies}::uuid[]) and v.id = any(${ids}::uuid[])
    and (v.company_id, v.id) in (select * from unnest(${companies}::uuid[], ${ids}::uuid[])))`;
}

/** By its `publicVisitId`, among the visits with the address. */
export async function findOwnVisit(
  db: Db,
  eMail: string,
  id: string,
): Promise<(VisitKey & { startAt: Temporal.Instant }) | undefined> {
  const { rows } = await sql<VisitKey & { startAt: Temporal.Instant }>`
    select v.company_id, v.id, v.start_at from visits v where ${isOf(eMail)} and md5(v.company_id || ' ' || v.id)::uuid = ${id}::uuid`.execute(
    db,
  );
  return rows[0];
}

export interface BookAgain {
  companyId: string;
  visitId: string;
  locationUrlName: string;
  /** Null when the page of the business takes their place. */
  userUrlName: string | null;
  serviceIds: string[];
  optionIds: string[];
}

/**
 * Where visitors can book the services of the shown visits again, with their variants and extras: with the person, if
 * one person did all of them and visitors can book them there, else on the page of the business, if it has one.
 */
export async function listWaysToBookAgain(db: Db, shown: RawBuilder<boolean>): Promise<BookAgain[]> {
  const offered = sql`s.is_active
    and (one.url_name is null or exists (select from ${personService(sql`one.calendar_id`, sql`l.id`)} own))`;
  const { rows } = await sql<BookAgain>`
    select v.company_id, v.id as visit_id, l.url_name as location_url_name, one.url_name as user_url_name, coalesce((
        select (array_agg(booked.service_id order by booked.position))[1:${sql.lit(maxServicesInARow)}] from (
          select p.service_id, min(p.position) as position
          from visit_parts p join services s on s.company_id = p.company_id and s.id = p.service_id
          where p.company_id = v.company_id and p.visit_id = v.id and ${offered}
          group by p.service_id) booked), '{}') as service_ids, coalesce((
        select array_agg(o.id order by p.position, b.position)
        from visit_parts p
        join services s on s.company_id = p.company_id and s.id = p.service_id
        join visit_part_options b on b.company_id = p.company_id and b.visit_id = p.visit_id and b.event_id = p.event_id
        join service_options o on o.company_id = b.company_id and o.id = b.option_id and o.service_id = s.id
        cross join generate_series(1, least(b.count, o.max_count))
        where p.company_id = v.company_id and p.visit_id = v.id and o.is_active and ${offered}), '{}') as option_ids
    from visits v
    join locations l on l.company_id = v.company_id and l.id = v.location_id
    left join lateral (
      select k.id as calendar_id, e.url_name
      from calendars k
      join employees e on e.company_id = k.company_id and e.user_id = k.user_id
      join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id and el.location_id = l.id
      where k.company_id = v.company_id and e.is_profile_public and e.is_calendar_public and ${isPresentable}
        and k.id = (
          select case when count(distinct ev.calendar_id) = 1 then min(ev.calendar_id::text)::uuid end
          from visit_parts p join events ev on ev.company_id = p.company_id and ev.id = p.event_id
          where p.company_id = v.company_id and p.visit_id = v.id)) one on true
    where ${shown} and (one.url_name is not null or (l.is_page_public and exists (
      select from employee_locations el
      join employees e on e.company_id = el.company_id and e.user_id = el.user_id
      join users u on u.id = e.user_id
      where el.company_id = l.company_id and el.location_id = l.id and e.is_profile_public
        and (u.first_name <> '' or u.last_name <> ''))))`.execute(db);
  return rows;
}

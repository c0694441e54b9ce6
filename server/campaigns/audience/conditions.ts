// The conditions of an audience as SQL about a contact `c`.
import { type RawBuilder, sql } from 'kysely';
import { type Audience, audience as schema } from '#contract/campaigns/audience.ts';

interface Asked {
  companyId: string;
  now: Temporal.Instant;
}

type Condition<T> = (value: T, asked: Asked) => RawBuilder<boolean> | undefined;

const ago = (now: Temporal.Instant, days: number) => now.subtract({ hours: days * 24 });

/**
 * One row for each field; an empty condition is met by everyone. What is not on the customers is read once, into a table
 * of hashes: within `is true`, no join undoes the order of the contacts.
 */
const conditions: { [Field in keyof Audience]: Condition<Audience[Field]> } = {
  locationIds: some((ids, asked) => hasVisited('locations', ids, sql`v.location_id = any(${ids}::uuid[])`, asked)),
  calendarIds: some((ids, asked) =>
    hasVisited(
      'calendars',
      ids,
      partIs(sql`(
        select true from events e
        where e.company_id = p.company_id and e.id = p.event_id and e.calendar_id = any(${ids}::uuid[]) limit 1)`),
      asked,
    ),
  ),
  serviceIds: some((ids, asked) => hasVisited('services', ids, partIs(sql`p.service_id = any(${ids}::uuid[])`), asked)),
  awayDays: (days, { now }) => (days === null ? undefined : sql`c.last_visit <= ${ago(now, days)}`),
  withinDays: (days, { now }) => (days === null ? undefined : sql`c.last_visit > ${ago(now, days)}`),
  minVisits: (least) => (least === null ? undefined : sql`c.visits_count >= ${least}`),
  maxVisits: (most) => (most === null ? undefined : sql`c.visits_count <= ${most}`),
  future: (wanted, { now }) =>
    wanted === 'any'
      ? undefined
      : sql`coalesce(c.next_visit > ${now}, false) = ${wanted === 'with' ? sql`true` : sql`false`}`,
  languages: some((keys) => sql`c.language = any(${keys}::text[])`),
  birthdayMonths: some((months) => sql`extract(month from c.birthday) = any(${months}::integer[])`),
  tags: some(
    (tags, { companyId }) => sql`(c.id in (
      select t.contact_id from contact_tags t where t.company_id = ${companyId} and t.tag = any(${tags}::text[]))) is true`,
  ),
  campaignIds: some(
    (ids, { companyId }) => sql`(c.id in (
      select v.contact_id from visits v join campaign_visits w on w.company_id = v.company_id and w.id = v.came_through
      where v.company_id = ${companyId} and v.contact_id is not null and w.campaign_id = any(${ids}::uuid[]))) is true`,
  ),
};

/**
 * Whether a contact `c` has visits with one of these: their row names it, or else, where there is too much to name, one of
 * their visits `v` says so. Such rows are few: their visits are read for each, without joins, see `forWholeAudiences`.
 */
function hasVisited(
  table: 'locations' | 'calendars' | 'services',
  ids: readonly string[],
  saysVisit: RawBuilder<unknown>,
  { companyId }: Asked,
): RawBuilder<boolean> {
  // One that was deleted may still be named. One by one: faster than a comparison of two lists.
  const isNamed = sql.join(
    ids.map(
      (id) => sql`(
        select t.id from ${sql.table(table)} t where t.company_id = ${companyId} and t.id = ${id}::uuid) = any(c.visited_ids)`,
    ),
    sql` or `,
  );
  return sql`(${isNamed} or c.visited_ids is null and (
    select true from visits v where v.company_id = c.company_id and v.contact_id = c.id
      and v.status not in ('held', 'declined', 'cancelled', 'expired') and ${saysVisit} limit 1))`;
}

const partIs = (condition: RawBuilder<unknown>) => sql`(
  select true from visit_parts p where p.company_id = v.company_id and p.visit_id = v.id and ${condition} limit 1)`;

function some<T>(condition: (values: readonly T[], asked: Asked) => RawBuilder<boolean>): Condition<readonly T[]> {
  return (values, asked) => (values.length === 0 ? undefined : condition(values, asked));
}

/** The audience that a stored one, or none, describes. */
export function readAudience(stored: unknown): Audience {
  return schema.parse(stored ?? {});
}

/** Whether a contact `c` meets every condition. */
export function meets(audience: Audience, asked: Asked): RawBuilder<boolean> {
  const found = Object.entries(conditions).flatMap(([field, condition]) => {
    const value = audience[field as keyof Audience];
    return (condition as Condition<unknown>)(value, asked) ?? [];
  });
  return found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` and `)})`;
}

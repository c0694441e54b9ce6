// The conditions of an audience as SQL about a contact `c`: a row of `contacts`, or of `audience_facts` for a count.
import { type RawBuilder, sql } from 'kysely';
import { type Audience, audience as schema } from '#contract/campaigns/audience.ts';

/** The company and the time for which conditions are evaluated. */
export interface AudienceScope {
  companyId: string;
  now: Temporal.Instant;
}

type Condition<T> = (value: T, scope: AudienceScope) => RawBuilder<boolean> | undefined;

const ago = (now: Temporal.Instant, days: number) => now.subtract({ hours: days * 24 });

/**
 * One row for each field; an empty condition is met by everyone. Other tables are read by subqueries within `is true`:
 * the server hashes them once, and no join changes the order in which an index returns the contacts.
 */
const conditions: { [Field in keyof Audience]: Condition<Audience[Field]> } = {
  locationIds: some((ids, scope) => hasVisited('locations', ids, scope)),
  calendarIds: some((ids, scope) => hasVisited('calendars', ids, scope)),
  serviceIds: some((ids, scope) => hasVisited('services', ids, scope)),
  awayDays: (days, { now }) => (days === null ? undefined : sql`c.last_visit <= ${ago(now, days)}`),
  withinDays: (days, { now }) => (days === null ? undefined : sql`c.last_visit > ${ago(now, days)}`),
  minVisits: (least) => (least === null ? undefined : sql`c.visits_count >= ${least}`),
  maxVisits: (most) => (most === null ? undefined : sql`c.visits_count <= ${most}`),
  future: (wanted, { now }) =>
    wanted === 'any'
      ? undefined
      : sql`coalesce(c.next_visit > ${now}, false) = ${wanted === 'with' ? sql`true` : sql`false`}`,
  languages: some((keys) => sql`c.language = any(${keys}::text[])`),
  birthdayMonths: some((months) => sql`c.birthday_month = any(${months}::integer[])`),
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
 * Whether a contact `c` has a visit at one of these locations, in one of these calendars, or for one of these services.
 */
function hasVisited(
  table: 'locations' | 'calendars' | 'services',
  ids: readonly string[],
  { companyId }: AudienceScope,
): RawBuilder<boolean> {
  // `visited_ids` may still contain ids of deleted records.
  const existing = sql`
    select t.id from ${sql.table(table)} t where t.company_id = ${companyId} and t.id = any(${ids}::uuid[])`;
  // `= any` takes half the time of `&&`, but only for a single id.
  const contains =
    ids.length === 1 ? sql`(${existing}) = any(c.visited_ids)` : sql`c.visited_ids && array(${existing})`;
  return sql`(${contains} or c.visited_ids is null and ids_of_visits(c.company_id, c.id) && array(${existing}))`;
}

function some<T>(
  condition: (values: readonly T[], scope: AudienceScope) => RawBuilder<boolean>,
): Condition<readonly T[]> {
  return (values, scope) => (values.length === 0 ? undefined : condition(values, scope));
}

/** The audience that a stored one, or none, describes. */
export function readAudience(stored: unknown): Audience {
  return schema.parse(stored ?? {});
}

/** Whether a contact `c` meets every condition. */
export function meets(audience: Audience, scope: AudienceScope): RawBuilder<boolean> {
  const found = Object.entries(conditions).flatMap(([field, condition]) => {
    const value = audience[field as keyof Audience];
    return (condition as Condition<unknown>)(value, scope) ?? [];
  });
  return found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` and `)})`;
}

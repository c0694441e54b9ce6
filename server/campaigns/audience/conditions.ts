// The conditions of an audience as SQL about a contact `c`.
import { type RawBuilder, sql } from 'kysely';
import { type Audience, audience as schema } from '#contract/campaigns/audience.ts';

type Condition<T> = (value: T, now: Temporal.Instant) => RawBuilder<boolean> | undefined;

const ago = (now: Temporal.Instant, days: number) => now.subtract({ hours: days * 24 });

/** One row for each field; an empty condition is met by everyone. */
const conditions: { [Field in keyof Audience]: Condition<Audience[Field]> } = {
  locationIds: some(
    (ids) => sql`exists (select from contact_locations r
      where r.company_id = c.company_id and r.contact_id = c.id and r.location_id = any(${ids}::uuid[]))`,
  ),
  calendarIds: some(
    (ids) => sql`exists (select from contact_calendars r
      where r.company_id = c.company_id and r.contact_id = c.id and r.calendar_id = any(${ids}::uuid[]))`,
  ),
  serviceIds: some(
    (ids) => sql`exists (select from visits v join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      where v.company_id = c.company_id and v.contact_id = c.id and p.service_id = any(${ids}::uuid[])
        and v.status not in ('held', 'declined', 'cancelled', 'expired'))`,
  ),
  awayDays: (days, now) => (days === null ? undefined : sql`c.last_visit <= ${ago(now, days)}`),
  withinDays: (days, now) => (days === null ? undefined : sql`c.last_visit > ${ago(now, days)}`),
  minVisits: (least) => (least === null ? undefined : sql`c.visits_count >= ${least}`),
  maxVisits: (most) => (most === null ? undefined : sql`c.visits_count <= ${most}`),
  future: (wanted, now) =>
    wanted === 'any'
      ? undefined
      : sql`coalesce(c.next_visit > ${now}, false) = ${wanted === 'with' ? sql`true` : sql`false`}`,
  languages: some((keys) => sql`c.language = any(${keys}::text[])`),
  birthdayMonths: some((months) => sql`extract(month from c.birthday) = any(${months}::integer[])`),
  tags: some(
    (tags) => sql`exists (select from contact_tags t
      where t.company_id = c.company_id and t.contact_id = c.id and t.tag = any(${tags}::text[]))`,
  ),
  campaignIds: some(
    (
      ids,
    ) => sql`exists (select from visits v join campaign_visits w on w.company_id = v.company_id and w.id = v.came_through
      where v.company_id = c.company_id and v.contact_id = c.id and v.came_through is not null and w.campaign_id = any(${ids}::uuid[]))`,
  ),
};

function some<T>(condition: (values: readonly T[]) => RawBuilder<boolean>): Condition<readonly T[]> {
  return (values) => (values.length === 0 ? undefined : condition(values));
}

/** The audience that a stored one, or none, describes. */
export function readAudience(stored: unknown): Audience {
  return schema.parse(stored ?? {});
}

/** Whether a contact `c` meets every condition. */
export function meets(audience: Audience, now: Temporal.Instant): RawBuilder<boolean> {
  const found = Object.entries(conditions).flatMap(([field, condition]) => {
    const value = audience[field as keyof Audience];
    return (condition as Condition<unknown>)(value, now) ?? [];
  });
  return found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` and `)})`;
}

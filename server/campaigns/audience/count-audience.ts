// Counts an audience while it is being typed, and lists what its conditions refer to.
import { sql } from 'kysely';
import type { Audience, AudienceCount, LeftOutReason } from '#contract/campaigns/audience.ts';
import type { marketing } from '#contract/campaigns/campaigns.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { readTransaction } from '#server/db/transaction.ts';
import type { ServiceContext, SignedIn } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { readAudience } from './conditions.ts';
import { audienceOf } from './read-audience.ts';

/** Throws 404 for a place, person, service or campaign of another company. */
export async function countAudience(
  context: SignedIn,
  { medium, audience, campaignId }: Parsed<typeof marketing.countAudience>,
): Promise<AudienceCount> {
  const { user, clock } = context;
  const wanted = readAudience(audience);
  await assertKnown(context, wanted, campaignId);
  const query = { companyId: user.companyId, medium, audience: wanted, campaignId, now: clock.now() };
  // With the owner's role: an address may be suppressed for all companies.
  const { rows } = await readTransaction(context, ({ db }) =>
    sql<{ reason: LeftOutReason | 'notAgreed' | null; count: number }>`
    select left_out as reason, count(*)::integer as count from (${audienceOf(query, { everyone: true })}) a
    group by left_out order by count desc`.execute(db),
  );
  const countOf = (wanted: 'notAgreed' | null) => rows.find(({ reason }) => reason === wanted)?.count ?? 0;
  const leftOut = rows.flatMap(({ reason, count }) =>
    reason === null || reason === 'notAgreed' ? [] : [{ reason, count }],
  );
  return { reached: countOf(null), leftOut, notAgreed: countOf('notAgreed') };
}

/** How many a campaign would reach; with the owner's role, for whom statements are planned for their values. */
export function countReached(context: ServiceContext, query: Omit<Parameters<typeof audienceOf>[0], 'now'>) {
  return readTransaction(context, async ({ db, clock }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (${audienceOf({ ...query, now: clock.now() })}) a where left_out is null`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Throws 404 unless everything that the conditions name belongs to the company of the caller. */
export async function assertKnown(
  { db, user }: SignedIn,
  { locationIds, calendarIds, serviceIds, campaignIds }: Audience,
  campaignId?: string,
): Promise<void> {
  const named = [
    ['locations', locationIds],
    ['calendars', calendarIds],
    ['services', serviceIds],
    ['campaigns', campaignId ? [...campaignIds, campaignId] : campaignIds],
  ] as const;
  const wanted = named.filter(([, ids]) => ids.length > 0);
  if (wanted.length === 0) return;
  const missing = wanted.map(
    ([table, ids]) => sql`
      select from unnest(${ids}::uuid[]) named (id)
      where not exists (select from ${sql.table(table)} t where t.company_id = ${user.companyId} and t.id = named.id)`,
  );
  const { rows } = await sql`${sql.join(missing, sql` union all `)} limit 1`.execute(db);
  if (rows.length > 0) throw notFound();
}

export async function listChoices({ db, user }: SignedIn): Promise<Output<typeof marketing.getChoices>> {
  const { companyId } = user;
  const { rows } = await sql<{
    choices: Omit<Output<typeof marketing.getChoices>, 'languages'> & { languages: string[] };
  }>`
    select json_build_object(
      'locations', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]')
        from locations where company_id = ${companyId}),
      'calendars', (select coalesce(json_agg(json_build_object('id', k.id, 'name', ${personName}) order by ${personName}), '[]')
        from calendars k join employees m on m.company_id = k.company_id and m.user_id = k.user_id
        join users u on u.id = m.user_id where k.company_id = ${companyId}),
      'services', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by position, name), '[]')
        from services where company_id = ${companyId}),
      'campaigns', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by created_at desc), '[]')
        from (select * from campaigns where company_id = ${companyId} and deleted_at is null
          order by created_at desc limit 100) g),
      'tags', (select coalesce(json_agg(tag order by tag), '[]')
        from (select distinct tag from contact_tags where company_id = ${companyId} order by tag limit 500) t),
      'languages', (select coalesce(json_agg(language order by language), '[]')
        from (select distinct language from contacts where company_id = ${companyId} and language <> '') l)
      ) as choices`.execute(db);
  const choices = rows[0]?.choices;
  if (!choices) throw notFound();
  return { ...choices, languages: [...new Set([...languageKeys, ...choices.languages])].sort() };
}

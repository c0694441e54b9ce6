// Counts an audience while it is being typed, and lists what its conditions refer to.
import { sql } from 'kysely';
import type { AudienceCount } from '#contract/campaigns/audience.ts';
import type { marketing } from '#contract/campaigns/marketing.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { assertKnown, referencesOfAudience } from '#server/campaigns/content/references.ts';
import { readDayLimit } from '#server/campaigns/day-limit.ts';
import { hasRoute } from '#server/campaigns/has-route.ts';
import { readTransaction } from '#server/db/transaction.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { ServiceContext, SignedIn } from '#server/lib/context.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { readCap } from './cap-of-week.ts';
import { readAudience } from './conditions.ts';
import {
  type AudienceQuery,
  countedOf,
  type ExclusionReason,
  forWholeAudiences,
  numberOf,
  reachedOf,
  reasonsOf,
} from './read-audience.ts';

/**
 * Waits for a turn of the company, like a list. Throws 417 for a place, person, service or campaign that it does not
 * have.
 */
export async function countAudience(
  context: SignedIn,
  { medium, audience, campaignId }: Parsed<typeof marketing.countAudience>,
): Promise<AudienceCount> {
  const { user, clock } = context;
  const wanted = readAudience(audience);
  const resendsKept = hasRoute(context.config, medium);
  const query = { companyId: user.companyId, medium, audience: wanted, campaignId, now: clock.now(), resendsKept };
  // With the owner's role: an address may be suppressed for all companies.
  const read = async (tx: SignedIn) => {
    const { db } = tx;
    const counted = campaignId ? [{ key: 'CampaignId', kind: 'campaigns' as const, id: campaignId }] : [];
    await assertKnown(tx, [...referencesOfAudience(wanted), ...counted]);
    const cap = await readCap(db, query);
    await forWholeAudiences.execute(db);
    const { rows } = await sql<Partial<Record<LeftOut, number>> & { all: number; reached: number; notAgreed: number }>`
      select ${reachedOf} as reached, count(*)::integer as all, ${sql.join(reasonsOf(query).map(countOf))}
      from (${countedOf(query, cap)}) candidates`.execute(db);
    const [counts] = rows;
    if (!counts) throw new Error('An aggregate has one row.');
    const { all, reached, notAgreed, ...others } = counts;
    const known = Object.values(others).reduce((sum, count) => sum + count, 0);
    // Of several customers with one address, one is reached.
    const duplicate = (others.duplicate ?? 0) + all - reached - notAgreed - known;
    const leftOut = Object.entries({ ...others, duplicate })
      .map(([reason, count]) => ({ reason: reason as LeftOut, count }))
      .filter(({ count }) => count > 0);
    const dayLimit = await readDayLimit(db, query, query.now);
    return { reached, leftOut: leftOut.sort((one, other) => other.count - one.count), notAgreed, dayLimit };
  };
  return withCompanyTurn(context, user.companyId, () => readTransaction(context, read));
}

type LeftOut = Exclude<ExclusionReason, 'notAgreed'>;

const countOf = (reason: ExclusionReason) =>
  sql`(count(*) filter (where left_out = ${numberOf(reason)}))::integer as ${sql.ref(reason)}`;

/**
 * How many a campaign would reach, those who have had it included with `isRepeated`; with the owner's role, for whom
 * statements are planned for their values. Waits for a turn of the company, like a list.
 */
export function countReached(
  context: ServiceContext,
  query: Omit<AudienceQuery, 'now'>,
  { isRepeated = false } = {},
): Promise<number> {
  const read = async ({ db, clock }: ServiceContext) => {
    const wanted = { ...query, now: clock.now(), resendsKept: hasRoute(context.config, query.medium) };
    const cap = await readCap(db, wanted);
    await forWholeAudiences.execute(db);
    const { rows } = await sql<{ reached: number }>`
      select ${reachedOf} as reached from (${countedOf(wanted, cap, { isRepeated })}) candidates`.execute(db);
    return rows[0]?.reached ?? 0;
  };
  return withCompanyTurn(context, query.companyId, () => readTransaction(context, read));
}

export async function listChoices({ db, user }: SignedIn): Promise<Output<typeof marketing.getChoices>> {
  const { companyId } = user;
  const { rows } = await sql<{
    choices: Omit<Output<typeof marketing.getChoices>, 'languages'> & { languages: string[] };
  }>`
    select json_build_object(
      'locations', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by folded(name), id), '[]')
        from locations where company_id = ${companyId}),
      'calendars', (select coalesce(json_agg(json_build_object('id', k.id, 'name', ${userName}) order by folded(${userName}), k.id), '[]')
        from calendars k join employees m on m.company_id = k.company_id and m.user_id = k.user_id
        join users u on u.id = m.user_id where k.company_id = ${companyId}),
      'services', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'calendarIds', array(
          select distinct p.calendar_id from service_people p where p.company_id = s.company_id and p.service_id = s.id))
          order by s.position, folded(s.name), s.id), '[]')
        from services s where s.company_id = ${companyId}),
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

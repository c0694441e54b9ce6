// Limits the mails of campaigns: those of a company in a day, and those to an address that is not proved. Anybody can
// register a company and import the addresses of other people.
import { type RawBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { giveBackAttempts, takeAttemptOfEach, takeAttempts } from '#server/lib/http/take-attempts.ts';

/** In 24 hours, over all companies. The count outlives the companies, which could be registered again. */
export const maxCampaignMailsToUnproved = 2;

/** The mails of campaigns that a company which an operator made may send in 24 hours; limits grow up to it. */
export const fullCampaignMailsPerDay = 20_000;

const ofCompany = 'campaign mails';
const ofAddress = 'unproved campaign mail';

/** A limit that a mail was counted against: its delivery records it. */
type CampaignLimit = 'campaigns' | 'unprovedCampaigns';

/** The mails of campaigns of a company that count at a time. `company` is its id, as text. */
export function campaignMailsOfDay(company: RawBuilder<unknown>, at: Temporal.Instant): RawBuilder<number> {
  return sql<number>`attempts_of_day(limit_key(${sql.lit(ofCompany)}, ${company}), ${at})`;
}

/**
 * Counts the mails of one company in the caller's transaction, in their order, as far as its limit allows. Returns the
 * limits of each mail that may leave, and the mails whose address has had those of its day: they count nothing.
 */
export async function countCampaignMails<Mail extends { address: string }>(
  tx: ServiceContext,
  companyId: string,
  mails: readonly Mail[],
): Promise<{ counted: Map<Mail, CampaignLimit[]>; refused: Mail[] }> {
  const { campaignMailsPerDay: max } = await tx.db
    .selectFrom('companies')
    .select('campaignMailsPerDay')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const taken = await takeAttempts(tx, { action: ofCompany, subject: companyId, max }, mails.length);
  const allowed = mails.slice(0, taken);
  const unproved = await unprovedOf(tx, allowed.map(subjectOf));
  const beyond = await takeAttemptOfEach(tx, { action: ofAddress, max: maxCampaignMailsToUnproved }, [...unproved]);
  const counted = new Map<Mail, CampaignLimit[]>();
  const refused: Mail[] = [];
  for (const mail of allowed) {
    const subject = subjectOf(mail);
    if (beyond.has(subject)) refused.push(mail);
    else counted.set(mail, unproved.has(subject) ? ['campaigns', 'unprovedCampaigns'] : ['campaigns']);
  }
  const countedAt = tx.clock.now();
  await giveBackCampaignMails(
    tx,
    companyId,
    refused.map(({ address }) => ({ address, counted: ['campaigns'], countedAt })),
  );
  return { counted, refused };
}

/** Gives mails of one company back in the caller's transaction that were counted and never left. */
export async function giveBackCampaignMails(
  { db }: Pick<ServiceContext, 'db'>,
  companyId: string,
  mails: readonly { address: string; counted: readonly string[]; countedAt: Temporal.Instant }[],
): Promise<void> {
  const against = (limit: CampaignLimit) => mails.filter(({ counted }) => counted.includes(limit));
  // In the order in which they are counted: transactions wait for each other instead of deadlocking.
  await giveBackAttempts(
    db,
    against('campaigns').map(({ countedAt }) => ({ action: ofCompany, subject: companyId, countedAt })),
  );
  await giveBackAttempts(
    db,
    against('unprovedCampaigns').map((mail) => ({
      action: ofAddress,
      subject: subjectOf(mail),
      countedAt: mail.countedAt,
    })),
  );
}

/** As other limits of an address count. */
const subjectOf = ({ address }: { address: string }) => address.toLowerCase();

async function unprovedOf({ db }: ServiceContext, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${addresses}::text[]) a (address) where not is_address_proved(address)`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

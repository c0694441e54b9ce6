// Records that a customer has given or withdrawn their consent.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ConsentChannel, type consentSources, consents, isClaimed } from '#contract/customers/consent.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { findReachable } from '#server/customers/reach/find-reachable.ts';
import { audit } from '#server/lib/audit.ts';
import type { ServiceContext, SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';
import { consentRows } from './consent-rows.ts';

export interface ConsentRecord {
  companyId: string;
  contactId: string;
  channel: ConsentChannel;
  isGiven: boolean;
  source: (typeof consentSources)[number];
  /** The employee who records it; null when the customer did it themselves. */
  userId: string | null;
  /** The text that the customer saw. */
  shownText: string;
}

/**
 * Adds a row: earlier ones stay as proof. Unless `isProved`, a consent of a customer counts once a link proves their
 * address. One that an employee records is claimed and counts at once, as a withdrawal does. Returns its id.
 */
export async function recordConsent(
  context: ServiceContext,
  consent: ConsentRecord,
  { isProved = !isClaimed(consent) } = {},
): Promise<string> {
  const { db, clock } = context;
  const id = randomUUIDv7();
  const now = clock.now();
  await db
    .insertInto('consents')
    .values({ ...consent, id, createdAt: now, provedAt: isProved || !consent.isGiven ? now : null })
    .execute();
  if (consent.isGiven && (isProved || isClaimed(consent))) await liftUnsubscribed(context, consent);
  return id;
}

/**
 * Lets the consents count that were given with this address before it was proved. Locks the customers before their
 * consents, as their deletion does.
 */
export async function proveConsents(
  context: ServiceContext,
  { companyId, eMail }: { companyId: string; eMail: string },
): Promise<void> {
  const { rows } = await sql<{ contactId: string; channel: ConsentChannel }>`
    with c as materialized (
      select company_id, id from contacts where company_id = ${companyId} and e_mail_key = ${eMail.toLowerCase()}
      order by id for no key update)
    update consents s set proved_at = ${context.clock.now()} from c
    where s.company_id = c.company_id and s.contact_id = c.id and s.is_given and s.proved_at is null
      and s.source not in ('staff', 'import')
      and not exists (select from consents w where w.company_id = s.company_id and w.contact_id = s.contact_id
        and w.channel = s.channel and not w.is_given and w.created_at >= s.created_at)
    returning s.contact_id, s.channel`.execute(context.db);
  for (const { contactId, channel } of rows) await liftUnsubscribed(context, { companyId, contactId, channel });
}

/** A customer who agrees again receives messages again; what a mail server said of their address stays. */
async function liftUnsubscribed(
  { db }: ServiceContext,
  { companyId, contactId, channel }: Pick<ConsentRecord, 'companyId' | 'contactId' | 'channel'>,
): Promise<void> {
  const medium = channel === 'email' ? 'mail' : 'sms';
  await sql`
    delete from suppressions s using contacts c
    where c.company_id = ${companyId} and c.id = ${contactId} and s.company_id = c.company_id and s.medium = ${medium}
      and s.reason = 'unsubscribed' and s.address = ${channel === 'email' ? sql`c.e_mail_key` : sql`c.phone_key`}`.execute(
    db,
  );
}

/** Records consent that an employee learnt of. Throws 404 for a customer out of the employee's reach. */
export async function insertConsent(
  context: SignedIn,
  { contactId, ...given }: Parsed<typeof consents.insert>,
): Promise<JsonText> {
  const { db, user } = context;
  const contact = await findReachable(context, contactId);
  const consent = {
    ...given,
    companyId: user.companyId,
    contactId: contact,
    source: 'staff',
    userId: user.id,
  } as const;
  const id = await recordConsent(context, consent);
  await audit(context, `Recorded that a customer ${given.isGiven ? 'agreed' : 'did not agree'} to ${given.channel}`);
  const saved = await oneAsJson(
    db,
    consents.insert.output,
    sql`select * from (${consentRows(user.companyId, contact)}) saved where saved.id = ${id}`,
  );
  if (!saved) throw notFound();
  return saved;
}

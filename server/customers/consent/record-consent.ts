// Records that a customer has given or withdrawn their consent.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ConsentChannel, type consentSources, consents } from '#contract/customers/consent.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { findReachable } from '#server/customers/contacts/find-reachable.ts';
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

/** Adds a row: earlier ones stay as proof. Returns its id. */
export async function recordConsent({ db, clock }: ServiceContext, consent: ConsentRecord): Promise<string> {
  const id = randomUUIDv7();
  await db
    .insertInto('consents')
    .values({ ...consent, id, createdAt: clock.now() })
    .execute();
  return id;
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

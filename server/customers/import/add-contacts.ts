// Adds the customers of a file, their tags and what they consented to.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ConsentChannel, consentChannels } from '#contract/customers/consent.ts';
import { importedFields } from '#contract/customers/contact-fields.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import { sqlName } from '#server/lib/sql/sql-name.ts';
import { batches } from './batches.ts';
import type { Existing } from './existing-contacts.ts';
import type { ImportedContact } from './read-rows.ts';
import type { StatedConsent } from './stated-consent.ts';

type AddContext = Pick<SignedIn, 'db' | 'clock' | 'user'>;
export type ChannelConsent = [channel: ConsentChannel, stated: StatedConsent];

/** A lack of consent in the file is noted where the customer had given it, a withdrawal always. */
export function isNewConsent({ consents }: Pick<Existing, 'consents'>, [channel, stated]: ChannelConsent): boolean {
  const present = consents?.[channel];
  if (stated === 'given') return present !== true;
  return stated === 'withdrawn' ? present !== false : present === true;
}

export function consentsOf({ emailConsent, smsConsent }: ImportedContact): ChannelConsent[] {
  const stated = { email: emailConsent, sms: smsConsent };
  return consentChannels.flatMap((channel): ChannelConsent[] => (stated[channel] ? [[channel, stated[channel]]] : []));
}

/** Of a new customer. */
export function newConsentsOf(contact: ImportedContact): ChannelConsent[] {
  return consentsOf(contact).filter((consent) => isNewConsent({ consents: null }, consent));
}

/** Of the visits of a new customer, as `recount_contacts` counts them. */
export interface VisitFigures {
  nextVisit: Temporal.Instant;
  visitedIds: string[] | null;
}

const columns = sql.join(
  [...importedFields.map((field) => sqlName(field)), 'id', 'phone_key', 'next_visit', 'visited_ids'].map((name) =>
    sql.ref(name),
  ),
);

function figuresAs(figures: VisitFigures | undefined) {
  return { next_visit: figures ? String(figures.nextVisit) : null, visited_ids: figures ? figures.visitedIds : [] };
}

/** Returns the id of each by the line of its row. */
export async function addImportedContacts(
  tx: AddContext,
  contacts: readonly ImportedContact[],
  rest: Rest,
): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const batch of batches(contacts)) {
    const rows = batch.map((contact) => ({ ...contact, id: randomUUIDv7() }));
    await insertContacts(tx, rows);
    for (const { line, id } of rows) ids.set(line, id);
    await rest();
  }
  return ids;
}

/** Of one statement. `figures` are those of visits that are added with a customer. */
export type NewContact = ImportedContact & { id: string; figures?: VisitFigures | undefined };

/** The insert is the first statement; tags and consents follow it. */
export async function insertContacts(tx: AddContext, contacts: readonly NewContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const { db, user, clock } = tx;
  const values = contacts.map((contact) => ({
    ...Object.fromEntries(importedFields.map((field) => [sqlName(field), contact[field]])),
    ...{ id: contact.id, phone_key: contact.phoneKey },
    ...figuresAs(contact.figures),
  }));
  // One value for all rows: a parameter for each costs more than the insert.
  await sql`
    insert into contacts (company_id, created_at, created_by, ${columns})
    select ${user.companyId}::uuid, ${clock.now()}::timestamptz, ${user.id}::uuid, ${columns}
    from jsonb_populate_recordset(null::contacts, ${JSON.stringify(values)}::jsonb)`.execute(db);
  await addTags(tx, contacts);
  await addConsents(
    tx,
    contacts.map((contact) => ({ id: contact.id, consents: newConsentsOf(contact) })),
  );
}

export async function addTags(
  { db, user }: AddContext,
  contacts: readonly { id: string; tags: readonly string[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, tags }) =>
    tags.map((tag) => ({ companyId: user.companyId, contactId: id, tag })),
  );
  for (const batch of batches(rows)) {
    await db
      .insertInto('contactTags')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function addConsents(
  { db, user, clock }: AddContext,
  contacts: readonly { id: string; consents: readonly ChannelConsent[] }[],
): Promise<void> {
  const rows = contacts.flatMap(({ id, consents }) =>
    consents.map(([channel, stated]) => ({
      companyId: user.companyId,
      id: randomUUIDv7(),
      contactId: id,
      channel,
      isGiven: stated === 'given',
      source: 'import' as const,
      userId: user.id,
      createdAt: clock.now(),
      // Claimed, not proved: it counts all the same.
      provedAt: stated === 'given' ? null : clock.now(),
    })),
  );
  if (rows.length) await db.insertInto('consents').values(rows).execute();
}

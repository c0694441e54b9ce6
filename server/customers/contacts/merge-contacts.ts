// Merges two contacts of the same person, and undoes a merge.
import { randomUUIDv7 } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { type ContactField, contactFieldNames } from '#contract/customers/contact-fields.ts';
import type { companyContacts } from '#contract/customers/contacts.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { Schema } from '#server/db/schema.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { fieldsAsText } from './contact-columns.ts';
import { lockAfterVisits } from './lock-after-visits.ts';
import { phoneKeyIn } from './phone-key-in.ts';

type Merge = typeof companyContacts.operations.merge;

/** The tables whose rows belong to a contact and move with a merge: each has an `id` and a `contact_id`. */
const movedTables = ['visits', 'receipts', 'consents', 'campaignRecipients'] as const;
type MovedTable = (typeof movedTables)[number];

type Fields = Record<ContactField, string | null>;

/** The rows that a merge moved, for its undo. Merges of earlier versions moved less. */
type Moved = Partial<Record<MovedTable, string[]>> & {
  tags: string[];
  before: Partial<Fields>;
  after: Partial<Fields>;
};

/** A contact with the fields that a merge may change. */
type StoredContact = Fields & { id: string; name: string; mergedInto: string | null };

/**
 * Moves everything to the contact that stays and returns the id of the merge. The contact that stays keeps its fields,
 * except those in `take`; its empty ones are filled, and notes are joined. Throws 404 for contacts that are unknown or
 * merged already, 417 for one and the same.
 */
export async function mergeContacts(context: SignedIn, input: Parsed<Merge>): Promise<{ id: string }> {
  const { db, user, clock } = context;
  const { companyId } = user;
  if (input.contactId === input.mergedId) throw invalid('MergedId', 'customers.sameContact');
  const contacts = await lockContacts(context, [input.contactId, input.mergedId]);
  const [kept, merged] = [contacts.get(input.contactId), contacts.get(input.mergedId)];
  if (!kept || !merged) throw notFound();
  const mergedValueOf = (field: ContactField) => mergedValue(field, kept, merged, input.take);
  const changed = contactFieldNames.filter((field) => mergedValueOf(field) !== kept[field]);
  const moved = {
    before: Object.fromEntries(changed.map((field) => [field, kept[field]])),
    after: Object.fromEntries(changed.map((field) => [field, mergedValueOf(field)])),
  } as Moved;
  for (const table of movedTables) moved[table] = await move(context, table, merged.id, kept.id);
  const { rows: tags } = await sql<{ tag: string }>`
    insert into contact_tags (company_id, contact_id, tag)
    select company_id, ${kept.id}, tag from contact_tags where company_id = ${companyId} and contact_id = ${merged.id}
    on conflict do nothing returning tag`.execute(db);
  moved.tags = tags.map(({ tag }) => tag);
  await setFields(context, kept.id, moved.after);
  await sql`update contacts set merged_into = ${kept.id} where company_id = ${companyId} and id = ${merged.id}`.execute(
    db,
  );
  await recount(context, [kept.id, merged.id]);
  const id = randomUUIDv7();
  await db
    .insertInto('contactMerges')
    .values({
      companyId,
      id,
      contactId: kept.id,
      mergedId: merged.id,
      userId: user.id,
      createdAt: clock.now(),
      moved: JSON.stringify(moved),
    })
    .execute();
  await audit(context, `Merged the customer ${merged.name} into ${kept.name}`);
  return { id };
}

/**
 * Gives the merged contact back what is still with the other one. Fields that were changed since stay as they are.
 * Throws 404 for merges that are unknown, undone, or of a contact that was merged itself.
 */
export async function undoMerge(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const mergeRow = db
    .selectFrom('contactMerges')
    .select(['contactId', 'mergedId', sql<Moved>`moved`.as('moved')])
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('undoneAt', 'is', null);
  const merge = await mergeRow.executeTakeFirst();
  if (!merge) throw notFound();
  const { contactId, mergedId, moved } = merge;
  const contacts = await lockContacts(context, [contactId, mergedId], mergedId);
  // Locked after the contacts, as by their deletion, which deletes their merges.
  if (!(await mergeRow.forUpdate().executeTakeFirst())) throw notFound();
  const [kept, merged] = [contacts.get(contactId), contacts.get(mergedId)];
  if (!kept || !merged) throw notFound();
  for (const table of movedTables) await move(context, table, contactId, mergedId, moved[table] ?? []);
  if (moved.tags.length) {
    await db
      .deleteFrom('contactTags')
      .where('companyId', '=', companyId)
      .where('contactId', '=', contactId)
      .where('tag', 'in', moved.tags)
      .execute();
  }
  const unchanged = Object.entries(moved.after).filter(([field, value]) => kept[field as ContactField] === value);
  const before = Object.fromEntries(unchanged.map(([field]) => [field, moved.before[field as ContactField]]));
  await setFields(context, contactId, before);
  await sql`update contacts set merged_into = null where company_id = ${companyId} and id = ${mergedId}`.execute(db);
  await db
    .updateTable('contactMerges')
    .set({ undoneAt: clock.now() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  await recount(context, [contactId, mergedId]);
  await audit(context, `Undid the merge of the customer ${merged.name} into ${kept.name}`);
  return undefined;
}

/** Locks contacts after their visits. Merged ones are left out, except `mergedId`. */
function lockContacts(context: SignedIn, ids: string[], mergedId?: string): Promise<Map<string, StoredContact>> {
  return lockAfterVisits(context, ids, () => lockRows(context, ids, mergedId));
}

async function lockRows(
  { db, user }: SignedIn,
  ids: string[],
  mergedId: string | undefined,
): Promise<Map<string, StoredContact>> {
  const { rows } = await sql<StoredContact>`
    select c.id, c.merged_into, ${fieldsAsText} from contacts c
    where company_id = ${user.companyId} and id = any(${ids}::uuid[])
      and (merged_into is null or id = ${mergedId ?? null}::uuid)
    order by id for update`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The value of a field after the merge. */
function mergedValue(
  field: ContactField,
  kept: StoredContact,
  merged: StoredContact,
  take: readonly ContactField[],
): string | null {
  if (take.includes(field) && (merged[field] || field !== 'name')) return merged[field];
  if (!kept[field]) return merged[field];
  if (field === 'notes' && merged.notes && merged.notes !== kept.notes) {
    return `${kept.notes}\n\n${merged.notes}`.slice(0, maxNotes);
  }
  return kept[field];
}

/** As in the contract. */
const maxNotes = 4_000;

/** Points rows of one contact at another, all of them or those with `ids`, and returns their ids. */
async function move(
  { db, user }: SignedIn,
  table: MovedTable,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  const { companyId } = user;
  const only = ids ? sql`and r.id = any(${ids}::uuid[])` : sql``;
  const update = (once = sql``) =>
    sql<{ id: string }>`
      update ${sql.table(table)} r set contact_id = ${to}
      where company_id = ${companyId} and contact_id = ${from} ${only} ${once} returning id`.execute(db);
  if (table !== 'campaignRecipients') return (await update()).rows.map(({ id }) => id);
  // A campaign that reaches one of the two and has left out the other, for example because both have one address, still
  // reaches the contact that its message belongs to: the two change places.
  const { rows: leftOut } = await sql<{ id: string }>`
    update campaign_recipients o set contact_id = null from campaign_recipients r
    where r.company_id = ${companyId} and r.contact_id = ${from} ${only} and r.left_out is null and o.left_out is not null
      and o.company_id = r.company_id and o.campaign_id = r.campaign_id and o.contact_id = ${to} returning o.id`.execute(
    db,
  );
  // A customer is in a campaign once: who had it as both keeps what the contact that stays had.
  const { rows } = await update(sql`and not exists (select from campaign_recipients o
    where o.company_id = r.company_id and o.campaign_id = r.campaign_id and o.contact_id = ${to})`);
  await sql`
    update campaign_recipients set contact_id = ${from}
    where company_id = ${companyId} and id = any(${leftOut.map(({ id }) => id)}::uuid[])`.execute(db);
  // Each may record only the campaigns of one of the two customers.
  await sql`
    update campaign_recipients set previous_at = null, is_previous_known = false
    where company_id = ${companyId} and contact_id in (${from}, ${to}) and (is_previous_known or previous_at is not null)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Writes fields; the key of a phone number goes with it. */
async function setFields({ db, user }: SignedIn, id: string, values: Partial<Fields>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const { phoneNumber } = values;
  const key = phoneNumber === undefined ? {} : { phoneKey: await phoneKeyIn(db, user.companyId, phoneNumber ?? '') };
  await db
    .updateTable('contacts')
    // Values of the columns as PostgreSQL wrote them.
    .set({ ...values, ...key } as Updateable<Schema['contacts']>)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
}

/** The figures of both say what their visits say. */
function recount({ db, user, clock }: SignedIn, ids: string[]) {
  return sql`select recount_contacts(${user.companyId}, ${ids}::uuid[], ${clock.now()})`.execute(db);
}

// Adds and changes customers, as employees type them.
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { phoneKeyIn } from './phone-key-in.ts';
import { setTags } from './set-tags.ts';
import { contactSource } from './store.ts';

/** Typed for functions of any list. */
const contacts = companyContacts as unknown as AnyResource;
type ContactInput = z.output<typeof companyContacts.declared.input>;

/** Adds a contact, also one with the address of another: families share them. */
export function insertContact(
  context: SignedIn,
  input: Parsed<typeof companyContacts.operations.insert>,
): Promise<JsonText> {
  return withConflictRefusals(context, contacts, {}, async (tx) => {
    const id = randomUUIDv7();
    const { companyId } = tx.user;
    const created = { companyId, id, createdBy: tx.user.id, createdAt: tx.clock.now() };
    await tx.db
      .insertInto('contacts')
      .values({ ...created, ...(await columns(tx, input)) })
      .execute();
    await setTags(tx, id, input.tags);
    return rowById(tx, contacts, contactSource, id);
  });
}

export function updateContact(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof companyContacts.operations.update>,
): Promise<JsonText> {
  return withConflictRefusals(context, contacts, {}, async (tx) => {
    await tx.db.selectFrom('contacts').select('id').where('id', '=', id).forUpdate().execute();
    const row = await rowForUpdate(tx, contacts, contactSource, id, version);
    const input = completeInput<ContactInput>(contacts, given, row);
    await tx.db
      .updateTable('contacts')
      .set(await columns(tx, input))
      .where('companyId', '=', tx.user.companyId)
      .where('id', '=', id)
      .execute();
    await setTags(tx, id, input.tags);
    return rowById(tx, contacts, contactSource, id);
  });
}

/** Named one by one: an insert also takes what a row answers, such as its id. */
async function columns({ db, user }: SignedIn, input: ContactInput) {
  const phoneNumber = input.phoneNumber ?? '';
  return {
    name: input.name,
    eMail: input.eMail ?? '',
    phoneNumber,
    phoneKey: await phoneKeyIn(db, user.companyId, phoneNumber),
    language: input.language,
    preferredChannel: input.preferredChannel === 'any' ? '' : input.preferredChannel,
    birthday: input.birthday,
    notes: input.notes,
  } satisfies ColumnsOf<'contacts', ContactInput, 'tags'>;
}

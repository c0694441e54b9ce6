// Writes the customers of an import, with the references by which the next file finds them.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { insertContacts, type NewContact, newConsentsOf } from '#server/customers/import/add-contacts.ts';
import { findExisting } from '#server/customers/import/existing-contacts.ts';
import { contactDigest, digestOf } from '#server/customers/import/keep-import.ts';
import type { ImportedContact } from '#server/customers/import/read-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import { type NewRef, saveRefs } from './import-refs.ts';

/** A key that one customer has in all rows of a file. */
export function customerKey({ nameKey, eMailKey, phoneKey }: ImportedContact): string {
  return [nameKey, eMailKey, phoneKey].join('\n');
}

/** The contacts of those that are there, and the others, by `customerKey`. Reads without a lock. */
export async function matchCustomers(
  tx: Pick<SignedIn, 'db' | 'user'>,
  customers: Iterable<ImportedContact>,
  rest: Rest,
): Promise<{ found: Map<string, string>; unknown: Map<string, ImportedContact> }> {
  const unknown = new Map([...customers].map((customer) => [customerKey(customer), customer]));
  const found = new Map<string, string>();
  // All rows of a dump can stand on one line.
  const numbered = [...unknown.values()].map((customer, line) => ({ ...customer, line }));
  const existing = await findExisting(tx, numbered, rest);
  for (const customer of numbered) {
    const contact = existing.get(customer.line);
    if (!contact) continue;
    const key = customerKey(customer);
    found.set(key, contact.id);
    unknown.delete(key);
  }
  return { found, unknown };
}

/** As `matchCustomers`, in a transaction that adds the unknown ones. */
export async function matchLocked(
  tx: SignedIn,
  customers: readonly ImportedContact[],
): ReturnType<typeof matchCustomers> {
  if (customers.length === 0) return { found: new Map(), unknown: new Map() };
  // Imports of one company would both add the same people.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tx.user.companyId}`}, 0))`.execute(tx.db);
  return matchCustomers(tx, customers, noRest);
}

/** A chunk is short, and holds locks: rests are between chunks. */
const noRest: Rest = async () => {};

/** Adds customers without an appointment. Returns the contacts of all by `customerKey`, and how many are new. */
export async function writeCustomers(
  tx: SignedIn,
  customers: readonly ImportedContact[],
  origin: { source: string; importId: string },
): Promise<{ found: Map<string, string>; added: number }> {
  const { found, unknown } = await matchLocked(tx, customers);
  const added = [...unknown].map(([key, customer]) => ({ ...customer, key, id: randomUUIDv7() }));
  await insertContacts(tx, added);
  await saveRefs(tx, origin, 'customer', added.map(customerRef));
  for (const { key, id } of added) found.set(key, id);
  return { found, added: added.length };
}

export function customerRef(customer: NewContact & { key: string }): NewRef {
  const { key, id } = customer;
  const more = customer.tags.length + newConsentsOf(customer).length;
  const storedDigest = contactDigest({ ...customer, mergedInto: null }, more);
  return { externalId: digestOf(key), recordId: id, isAdded: true, givenDigest: '', storedDigest };
}

// Saves people who book or are booked as contacts of the company, once per address.
import { randomUUIDv7 } from 'node:crypto';
import type { ServiceContext } from '#server/lib/context.ts';

/** Saves a person; ignores one without an address, or whose address the company has already. */
export async function saveContact(
  context: ServiceContext,
  person: { companyId: string; name: string; eMail: string; phoneNumber: string },
): Promise<void> {
  if (!person.name || !person.eMail) return;
  await context.db
    .insertInto('contacts')
    .values({
      companyId: person.companyId,
      id: randomUUIDv7(),
      name: person.name,
      eMail: person.eMail,
      phoneNumber: person.phoneNumber,
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

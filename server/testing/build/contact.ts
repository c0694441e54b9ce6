// Builds customers.
import { randomUUIDv7 } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';
import { nextNumber } from './next-number.ts';

export async function buildContact(
  services: Services,
  company: { companyId: string } | { id: string },
  options: { name?: string; eMail?: string; phoneNumber?: string } = {},
): Promise<{ id: string; name: string }> {
  const contact = { name: `Contact ${nextNumber()}`, ...options, id: randomUUIDv7() };
  const companyId = 'companyId' in company ? company.companyId : company.id;
  await services.database.write
    .insertInto('contacts')
    .values({ companyId, ...contact })
    .execute();
  return contact;
}

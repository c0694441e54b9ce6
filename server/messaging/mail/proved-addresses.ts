// Addresses that belong to people who read their mail: a link that was sent there was used, or an account with this
// address was verified.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/** Records that a link sent to the address was used. */
export async function proveAddress({ db, clock }: ServiceContext, eMail: string): Promise<void> {
  await sql`
    insert into proved_addresses (address_hash, proved_at)
    values (sha256(convert_to(lower(${eMail}), 'UTF8')), ${clock.now()}) on conflict do nothing`.execute(db);
}

export async function isAddressProved({ db }: Pick<ServiceContext, 'db'>, eMail: string): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select is_address_proved(${eMail}) as proved`.execute(db);
  return rows[0]?.proved ?? false;
}

// Builds cash registers with their sessions, and products.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { TillMode } from '#contract/till/places.ts';
import type { Services } from '#server/lib/context.ts';
import { buildDevice } from './device.ts';

interface NewTill {
  companyId: string;
  locationId: string;
  mode?: TillMode;
  isOpen?: boolean;
}

/** A register of a location in Estonia, open with no cash by default. */
export async function buildTill(
  services: Services,
  { companyId, locationId, mode = 'plain', isOpen = true }: NewTill,
): Promise<{ registerId: string; sessionId: string }> {
  const { write } = services.database;
  const { id: registerId } = await buildDevice(services, { companyId, locationId, kind: 'register' });
  await sql`
    insert into till_places (company_id, location_id, country, mode) values (${companyId}, ${locationId}, 'EE', ${mode})
    on conflict (company_id, location_id) do update set country = excluded.country, mode = excluded.mode`.execute(
    write,
  );
  const sessionId = randomUUIDv7();
  if (!isOpen) return { registerId, sessionId };
  const at = services.clock.now();
  await sql`insert into till_registers (company_id, register_id) values (${companyId}, ${registerId})`.execute(write);
  await sql`
    insert into till_sessions (company_id, id, register_id, location_id, opened_at, opening_cash)
    values (${companyId}, ${sessionId}, ${registerId}, ${locationId}, ${at}, 0)`.execute(write);
  await sql`select append_till_entry(${companyId}, ${registerId}, 'opened', ${sessionId}, ${at})`.execute(write);
  return { registerId, sessionId };
}

/** Shampoo at 12.50 EUR with 21 % of VAT. */
export async function buildProduct(
  services: Services,
  { companyId, barcode = '' }: { companyId: string; barcode?: string },
): Promise<{ id: string; price: number }> {
  const built = { id: randomUUIDv7(), price: 12.5 };
  await services.database.write
    .insertInto('products')
    .values({ ...built, companyId, barcode, name: 'Shampoo', vatRate: 21 })
    .execute();
  return built;
}

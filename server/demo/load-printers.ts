// The printers of the demo: a simulated one, whose papers `/demo/printer` shows, and the print dialog of the browser.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { simulatedPrinterId } from './printer/simulated-printer.ts';

/** At the first location of the company; papers of all types are printed by the simulated one. */
export async function addPrinters({ db, clock }: ServiceContext, companyId: string): Promise<void> {
  const location = await db
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', companyId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const shared = { companyId, kind: 'printer', locationId: location.id, createdAt: clock.now() };
  await db
    .insertInto('devices')
    .values([
      { ...shared, id: simulatedPrinterId, name: 'Reception', connection: 'star', isConfirmed: true },
      { ...shared, id: randomUUIDv7(), name: 'Office', connection: 'browser', isConfirmed: true },
    ])
    .execute();
  await sql`
    insert into type_printers (company_id, type_id, location_id, device_id)
    select ${companyId}, id, ${location.id}, ${simulatedPrinterId} from listing_types where is_system`.execute(db);
}

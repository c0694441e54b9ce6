// Finds the printer of a paper: that of the register, else of its type at the location, else the person's default, else
// the only one there.
import { sql } from 'kysely';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';

interface Wanted {
  typeKey: string;
  locationId: string;
  printerId: string | null;
  registerId?: string | null;
  inBrowser?: boolean;
}

/** A printer; without an id it is the print dialog of the person's browser. */
export interface FoundPrinter {
  id: string | null;
  /** A person prints it from their browser. */
  isDialog: boolean;
}

/** A printer of another kind than a browser is ready once a person has confirmed its test page. */
const isReady = sql<boolean>`(d.is_confirmed or d.connection = 'browser')`;

/**
 * Undefined without a printer. Throws 404 for a chosen printer at a location of others, 417 for one without a confirmed
 * test page.
 */
export async function findPrinter(
  tx: SignedIn,
  { typeKey, locationId, printerId, registerId = null, inBrowser = false }: Wanted,
): Promise<FoundPrinter | undefined> {
  if (inBrowser) return { id: null, isDialog: true };
  const { companyId, id: userId } = tx.user;
  if (printerId) return chosenPrinter(tx, printerId, typeKey);
  if (registerId && (await hasPrinter(tx, registerId))) return { id: registerId, isDialog: false };
  const { rows } = await sql<{ id: string; connection: string }>`
    with ready as (
      select d.id, d.location_id, d.connection from devices d
      where d.company_id = ${companyId} and d.kind = 'printer' and not d.is_paused and ${isReady}),
    here as (select id from ready where location_id = ${locationId})
    select r.id, r.connection from ready r
      left join type_printers p on p.company_id = ${companyId} and p.location_id = ${locationId} and p.device_id = r.id
        and p.type_id = (select id from listing_types where key = ${typeKey})
      left join user_devices own on own.company_id = ${companyId} and own.user_id = ${userId} and own.kind = 'printer'
        and own.device_id = r.id
    where p.device_id is not null or own.device_id is not null
      or (r.location_id = ${locationId} and (select count(*) from here) = 1)
    order by p.device_id is null, own.device_id is null limit 1`.execute(tx.db);
  const [found] = rows;
  return found && { id: found.id, isDialog: found.connection === 'browser' };
}

/** The agent of the register has a printer whose test page was confirmed. */
export async function hasPrinter({ db, user }: SignedIn, registerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from devices d
    where d.company_id = ${user.companyId} and d.kind = 'register' and d.id = ${registerId} and d.is_confirmed
      and not d.is_paused`.execute(db);
  return rows.length > 0;
}

async function chosenPrinter(tx: SignedIn, id: string, typeKey: string): Promise<FoundPrinter> {
  const { rows } = await sql<{ connection: string; isReady: boolean }>`
    select d.connection, ${isReady} as is_ready from devices d
    where d.company_id = ${tx.user.companyId} and d.id = ${id}
      and ${isAtOwnLocation(tx.user, sql.ref('d.location_id'))}`.execute(tx.db);
  const [found] = rows;
  if (!found) throw notFound();
  if (!found.isReady && typeKey !== 'testPage') throw invalid('ListingPrinters_Id', 'printing.notConfirmed');
  return { id, isDialog: found.connection === 'browser' };
}

/** The printers at the locations of the caller. */
export async function printersToChoose({ db, user }: SignedIn): Promise<PrintAnswer['choices']> {
  const { rows } = await sql<PrintAnswer['choices'][number]>`
    select d.id, d.name, l.name as location_name, ${isReady} as is_ready from devices d
      join locations l on l.company_id = d.company_id and l.id = d.location_id
    where d.company_id = ${user.companyId} and d.kind = 'printer' and not d.is_paused
      and ${isAtOwnLocation(user, sql.ref('d.location_id'))}
    order by d.location_id is distinct from ${user.locationId}, d.name, d.id limit 100`.execute(db);
  return rows;
}

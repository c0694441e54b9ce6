// Queues paper that no one asks for, where a location has switched it on: only to a ready printer that is no browser.
import { sql } from 'kysely';
import type { AutomaticType } from '#contract/devices/listing-types.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { addJob, type NewPaper } from './add-job.ts';

interface Place {
  companyId: string;
  locationId: string;
}

/** Where a location prints a type of paper by itself. */
export interface AutomaticPrinter {
  deviceId: string;
  /** Of papers for the team. */
  language: string;
}

/**
 * The printers `d` that print paper of the type `t` at the location `l` by themselves: the one chosen there, else the
 * only one that is ready. Defaults of people do not matter: the paper comes out at one place.
 */
export const printsByItself = sql<boolean>`d.company_id = l.company_id and d.location_id = l.id and d.kind = 'printer'
  and d.connection <> 'browser' and d.is_confirmed and not d.is_paused
  and case when exists (select from type_printers p where p.company_id = l.company_id and p.type_id = t.id and p.location_id = l.id)
    then exists (select from type_printers p
      where p.company_id = l.company_id and p.type_id = t.id and p.location_id = l.id and p.device_id = d.id)
    else not exists (select from devices o
      where o.company_id = d.company_id and o.location_id = d.location_id and o.kind = 'printer'
        and o.connection <> 'browser' and o.is_confirmed and not o.is_paused and o.id <> d.id) end`;

/** Undefined where it is not switched on, and without such a printer. */
export async function automaticPrinter(
  { db }: Pick<ServiceContext, 'db'>,
  { companyId, locationId }: Place,
  typeKey: AutomaticType,
): Promise<AutomaticPrinter | undefined> {
  const { rows } = await sql<AutomaticPrinter>`
    select d.id as device_id, a.language
    from automatic_papers a join listing_types t on t.id = a.type_id and t.key = ${typeKey}
      join locations l on l.company_id = a.company_id and l.id = a.location_id
      join devices d on ${printsByItself}
    where a.company_id = ${companyId} and a.location_id = ${locationId}`.execute(db);
  return rows[0];
}

/** Writes with the caller's transaction. Returns whether the paper is new in the queue. */
export async function queueByItself(
  tx: ServiceContext,
  paper: NewPaper,
  { companyId, deviceId }: { companyId: string; deviceId: string },
): Promise<boolean> {
  const { isNew } = await addJob(
    tx,
    paper,
    { deviceId, copy: 0, part: 0, isDialog: false },
    { companyId, userId: null },
  );
  return isNew;
}

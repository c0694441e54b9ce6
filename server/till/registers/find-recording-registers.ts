// Finds the cash registers that have recorded something at the locations of a caller, wherever they are now.
import { sql } from 'kysely';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** A register, with the zone of the location where it is now. */
export interface RecordingRegister {
  id: string;
  timeZone: string;
}

/** Returns one or all, by location and name. Throws 404 for one that is and was at locations of others alone. */
export async function findRecordingRegisters({ db, user }: SignedIn, id?: string): Promise<RecordingRegister[]> {
  const { rows } = await sql<RecordingRegister>`
    select d.id, l.time_zone from devices d
    join locations l on l.company_id = d.company_id and l.id = d.location_id
    where d.company_id = ${user.companyId} and d.kind = 'register' and ${id === undefined ? sql`true` : sql`d.id = ${id}`}
      and (${isAtOwnLocation(user, sql.ref('l.id'))} or exists (
        select from till_sessions s
        where s.company_id = d.company_id and s.register_id = d.id and ${isAtOwnLocation(user, sql.ref('s.location_id'))}))
    order by l.name, d.name, d.id`.execute(db);
  if (id !== undefined && rows.length === 0) throw notFound();
  return rows;
}

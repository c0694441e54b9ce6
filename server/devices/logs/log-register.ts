// Adds lines to the log of cash registers.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

interface RegisterLine {
  deviceId: string;
  text: string;
  at: Temporal.Instant;
}

/** Names are those of this moment. Adds nothing for a printer: the lines of its log are papers. */
export async function logRegister(db: Db, { deviceId, text, at }: RegisterLine): Promise<void> {
  await sql`
    insert into device_logs (id, company_id, kind, device_id, device_name, location_name, text, created_at)
    select gen_random_uuid(), d.company_id, d.kind, d.id, d.name, l.name, left(${text}, 500), ${at}
    from devices d join locations l on l.company_id = d.company_id and l.id = d.location_id
    where d.id = ${deviceId} and d.kind = 'register'`.execute(db);
}

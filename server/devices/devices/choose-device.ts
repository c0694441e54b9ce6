// Makes a printer or a cash register the default of the caller.
import { sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { isAtOwnLocation } from './device-rows.ts';

/** Replaces the former default; the all-zero id clears it. Throws 404 for a device at a location of others. */
export async function chooseDevice(
  { db, user }: SignedIn,
  { kind, id }: { kind: DeviceKind; id: string },
): Promise<undefined> {
  if (id === newId) {
    await sql`
      delete from user_devices
      where company_id = ${user.companyId} and user_id = ${user.id} and kind = ${kind}`.execute(db);
    return;
  }
  const { numAffectedRows } = await sql`
    insert into user_devices (company_id, user_id, kind, device_id)
    select d.company_id, ${user.id}, d.kind, d.id from devices d
    where d.company_id = ${user.companyId} and d.kind = ${kind} and d.id = ${id}
      and ${isAtOwnLocation(user, sql.ref('d.location_id'))}
    on conflict (company_id, user_id, kind) do update set device_id = excluded.device_id`.execute(db);
  if (!numAffectedRows) throw notFound();
}

// Gives a person the ticket with which they fetch the package of a device, after its former key has ended if they wish.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { logRegister } from '../logs/log-register.ts';
import { applicationOf } from './application-of.ts';

interface Device {
  id: string;
  name: string;
  kind: DeviceKind;
}

/** Returns the Id for `DownloadFile`. Throws 409 when the application of the device cannot be read. */
export async function downloadDevice(context: SignedIn, { id, name, kind }: Device): Promise<{ id: string }> {
  await applicationOf(context, kind);
  return transaction(context, async (tx) => {
    await audit(tx, `Downloaded the package of the device ${name}`);
    return addTicket(tx, id);
  });
}

/** Ends the key of the device and every code at once; then as `downloadDevice`. */
export async function resetDevice(context: SignedIn, { id, name, kind }: Device): Promise<{ id: string }> {
  await applicationOf(context, kind);
  return transaction(context, async (tx) => {
    await sql`delete from device_packages where device_id = ${id}`.execute(tx.db);
    await sql`update device_states set key_hash = null where device_id = ${id}`.execute(tx.db);
    // The paper that the former agent has may come out or not, and its word does not count any more.
    await sql`
      update print_jobs set state = 'uncertain', settled_at = ${tx.clock.now()}
      where device_id = ${id} and state = 'handed'`.execute(tx.db);
    await logRegister(tx.db, { deviceId: id, text: 'Key ended', at: tx.clock.now() });
    await audit(tx, `Reset the device ${name}`);
    return addTicket(tx, id);
  });
}

async function addTicket({ db, clock, user }: SignedIn, deviceId: string): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await sql`
    insert into device_packages (company_id, id, device_id, user_id, created_at)
    select company_id, ${id}, id, ${user.id}, ${clock.now()} from devices where id = ${deviceId}`.execute(db);
  return { id };
}

// Keys of devices: 256 random bits that a device shows at each poll. The database has their SHA-256 alone.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';

const keyPattern = /^[\w-]{43}$/;

/** Whether a text has the form of a key. */
export function isDeviceKey(text: string): boolean {
  return keyPattern.test(text);
}

export function hashDeviceKey(key: string): Buffer {
  return hashToken(key);
}

interface Device {
  companyId: string;
  id: string;
}

/**
 * Gives a device a new key and returns it; nothing returns it again. The former key ends with the transaction: every
 * process is notified (server/devices/sql/notify-devices.sql). The one that shows the new key may be another printer.
 */
export async function giveDeviceKey(db: Db, device: Device): Promise<string> {
  const key = newToken();
  await setKeyHash(db, device, hashDeviceKey(key));
  return key;
}

/** Ends the key of a device, which then has none. */
export async function endDeviceKey(db: Db, device: Device): Promise<void> {
  await setKeyHash(db, device, null);
}

async function setKeyHash(db: Db, { companyId, id }: Device, hash: Buffer | null): Promise<void> {
  await sql`
    update device_states set key_hash = ${hash}, media = '{}', max_height = null, fault = '', fault_at = null
    where company_id = ${companyId} and device_id = ${id}`.execute(db);
}

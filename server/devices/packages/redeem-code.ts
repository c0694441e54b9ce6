// Changes the one-use code of a package into the key of its device.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { logRegister } from '../logs/log-register.ts';

interface Redeemed {
  deviceId: string;
  code: string;
  /** The agent makes it; its hash alone is stored. */
  key: string;
}

interface Package {
  companyId: string;
  id: string;
  isOwnKey: boolean | null;
  isPresentKey: boolean;
}

/**
 * Returns false for a code that is unknown, has expired, or was changed into another key. The former key of the device
 * ends. A repeated call with the same key succeeds as long as that key is valid: the first answer may have got lost.
 */
export function redeemCode(services: Services, { deviceId, code, key }: Redeemed): Promise<boolean> {
  const keyHash = hashToken(key);
  return transaction({ ...services, db: services.database.write }, async ({ db, clock }) => {
    const { rows } = await sql<Package>`
      select p.company_id, p.id, p.key_hash = ${keyHash} as is_own_key,
        coalesce(s.key_hash = ${keyHash}, false) as is_present_key
      from device_packages p
        join device_states s on s.company_id = p.company_id and s.device_id = p.device_id
        join devices d on d.id = p.device_id
      where p.code_hash = ${hashToken(code)} and p.device_id = ${deviceId} and p.code_until > ${clock.now()}
        and d.connection = 'agent'
      for update of p, s`.execute(db);
    const [found] = rows;
    if (!found) return false;
    const { companyId, id, isOwnKey, isPresentKey } = found;
    if (isOwnKey !== null) return isOwnKey && isPresentKey;
    await sql`update device_packages set key_hash = ${keyHash} where id = ${id}`.execute(db);
    await sql`
      update device_states set key_hash = ${keyHash} where company_id = ${companyId} and device_id = ${deviceId}`.execute(
      db,
    );
    await logRegister(db, { deviceId, text: 'Key given', at: clock.now() });
    return true;
  });
}

// Hands the opening of a drawer to the agent of its register. Asked again before it expires, the agent gets it again.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import type { AskingDevice } from './asking-device.ts';
import { waitingJobs } from './waiting-jobs.ts';

/** Returns for how long it is still of use (ms), undefined for one that is not wanted any more. */
export function takeDrawer(
  services: Services,
  device: AskingDevice,
  { shortId }: { shortId: string },
): Promise<number | undefined> {
  const now = services.clock.now();
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    await sql`select from device_states where device_id = ${device.id} for update`.execute(db);
    const { rows } = await sql<{ expiresAt: Temporal.Instant }>`
      update print_jobs j set state = 'handed', handed_at = coalesce(j.handed_at, ${now}), tries = tries + 1,
        token = coalesce(j.token, ${randomBytes(16).toString('base64url')})
      where j.device_id = ${device.id} and j.short_id = ${shortId} and j.type_id is null and j.expires_at > ${now}
        and (j.state = 'handed' or j.id in (${waitingJobs(device, now)}))
      returning j.expires_at`.execute(db);
    const [taken] = rows;
    return taken && taken.expiresAt.epochMilliseconds - now.epochMilliseconds;
  });
}

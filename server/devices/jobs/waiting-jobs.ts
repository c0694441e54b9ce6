// The papers that may be handed to a device now, and a look at the first of them.
import { type RawBuilder, sql } from 'kysely';
import { answerSeconds } from '#contract/devices/print-jobs.ts';
import type { Services } from '#server/lib/context.ts';
import type { AskingDevice } from './asking-device.ts';

/**
 * The ids of papers that wait for a device and may be printed: without a confirmed test page, that page only; no part
 * before the one above it; none while the device has another one.
 */
export function waitingJobs({ id }: AskingDevice, now: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    select j.id from print_jobs j join devices d on d.id = j.device_id
    where j.device_id = ${id} and j.state = 'waiting' and j.expires_at > ${now} and not d.is_paused
      and (d.is_confirmed or exists (select from listing_types y where y.id = j.type_id and y.key = 'testPage'))
      and not exists (select from print_jobs o where o.device_id = ${id} and o.state = 'handed'
        and o.handed_at > ${now.subtract({ seconds: answerSeconds })})
      and not exists (select from print_jobs e where e.company_id = j.company_id and e.cause_kind = j.cause_kind
        and e.cause_key = j.cause_key and e.device_id = j.device_id and e.copy = j.copy and e.part < j.part
        and e.state <> 'printed')`;
}

/** A paper that waits, as a device is told of it before it fetches it. */
export interface OfferedJob {
  shortId: string;
  /** How often it has been handed over. */
  tries: number;
  /** Media types in which it did not print before. */
  refusedMedia: readonly string[];
  /** No paper: the drawer of a register. */
  isDrawer: boolean;
}

/** The paper that would be handed over now. Changes nothing. */
export async function peekJob(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  device: AskingDevice,
): Promise<OfferedJob | undefined> {
  const { rows } = await sql<OfferedJob>`
    select j.short_id, j.tries, j.refused_media, j.type_id is null as is_drawer from print_jobs j where j.id in (${waitingJobs(device, clock.now())})
    order by j.created_at, j.id limit 1`.execute(database.read);
  return rows[0];
}

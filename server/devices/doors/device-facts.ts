// Stores what a printer says about itself: what it reads, and what keeps it from printing.
import { sql } from 'kysely';
import type { DeviceFault } from '#contract/devices/print-jobs.ts';
import type { Services } from '#server/lib/context.ts';
import { type DoorDevice, deviceDirectory } from './device-directory.ts';

interface Readable {
  /** Media types. */
  media: readonly string[];
  /** The highest picture (rows); null for any height. */
  maxHeight: number | null;
}

export async function rememberMedia(services: Services, { id }: DoorDevice, { media, maxHeight }: Readable) {
  await sql`
    update device_states set media = ${media}::text[], max_height = ${maxHeight} where device_id = ${id}`.execute(
    services.database.write,
  );
  deviceDirectory(services).forget(id);
}

/** Writes nothing if it is the fault that was known. */
export async function rememberFault(
  services: Services,
  { id, fault }: DoorDevice,
  now: DeviceFault | '',
): Promise<void> {
  if (now === fault) return;
  await sql`
    update device_states set fault = ${now}, fault_at = ${services.clock.now()} where device_id = ${id}`.execute(
    services.database.write,
  );
  deviceDirectory(services).forget(id);
}

// Builds printers and cash registers, and papers for printers.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { PrintState } from '#contract/devices/print-jobs.ts';
import { newShortId } from '#server/devices/jobs/short-id.ts';
import type { Services } from '#server/lib/context.ts';
import { nextNumber } from './next-number.ts';

interface Place {
  companyId: string;
  locationId: string;
  kind?: DeviceKind;
}

/** A device of a location. */
export async function buildDevice(
  services: Services,
  { companyId, locationId, kind = 'printer' }: Place,
): Promise<{ id: string; name: string }> {
  const built = { id: randomUUIDv7(), name: `Front desk ${nextNumber()}` };
  await services.database.write
    .insertInto('devices')
    .values({ ...built, companyId, locationId, kind })
    .execute();
  return built;
}

interface NewPaperOf extends Omit<Place, 'kind'> {
  deviceId?: string;
  createdBy?: string | null;
  state?: PrintState;
  /** Printed as the text of a note. */
  text?: string;
  title?: string;
  /** Minutes for which it is of use. */
  minutes?: number;
}

/** A note for a printer of its own, or for `deviceId`. */
export async function buildPaper(
  services: Services,
  {
    companyId,
    locationId,
    deviceId,
    createdBy = null,
    state = 'waiting',
    text = 'Buy towels',
    title = 'Note',
    minutes = 10,
  }: NewPaperOf,
): Promise<{ id: string; shortId: string; deviceId: string }> {
  const device = deviceId ?? (await buildDevice(services, { companyId, locationId })).id;
  const [id, shortId] = [randomUUIDv7(), newShortId()];
  const now = services.clock.now();
  await sql`
    insert into print_jobs (company_id, id, device_id, location_id, type_id, language, document, title, cause_kind,
      cause_key, state, short_id, created_by, created_at, handed_at, expires_at)
    select ${companyId}, ${id}, ${device}, ${locationId}, t.id, 'en', ${JSON.stringify({ text })}::jsonb, ${title}, 'note',
      ${id}, ${state}, ${shortId}, ${createdBy}, ${now}, ${state === 'waiting' ? null : now}, ${now.add({ minutes })}
    from listing_types t where t.key = 'note'`.execute(services.database.write);
  return { id, shortId, deviceId: device };
}

// Builds printers and cash registers.
import { randomUUIDv7 } from 'node:crypto';
import type { DeviceKind } from '#contract/devices/devices.ts';
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

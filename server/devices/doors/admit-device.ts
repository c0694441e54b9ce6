// Lets a device in by its key: the same 404 for a key that does not exist, has ended or belongs to another door.
import type { PrinterConnection } from '#contract/devices/devices.ts';
import { hashDeviceKey, isDeviceKey } from '#server/devices/keys/device-keys.ts';
import type { Services } from '#server/lib/context.ts';
import { DoorLimits } from '#server/lib/http/door-limits.ts';
import { notFound } from '#server/lib/refusal.ts';
import { type DoorDevice, deviceDirectory } from './device-directory.ts';
import { seenDevices } from './seen-devices.ts';

interface Caller {
  door: Exclude<PrinterConnection, 'browser'>;
  key: string;
  /** Of the network connection. */
  address: string;
  /** Of its application or firmware, if the request says it. */
  version?: string | undefined;
}

const limits = new WeakMap<object, DoorLimits>();

/**
 * Returns the device of a key and notes that it was seen. Costs no query as long as nothing has changed for the device.
 * Throws 404, and 429 for too many requests with one key, or too many unknown keys from one network.
 */
export async function admitDevice(services: Services, { door, key, address, version }: Caller): Promise<DoorDevice> {
  const limit = doorLimits(services);
  const directory = deviceDirectory(services);
  const hash = isDeviceKey(key) ? hashDeviceKey(key) : undefined;
  // A device that is known is let in, however many unknown keys its network shows: a shop is one network.
  const known = hash && directory.peek(hash);
  if (!known) limit.checkNetwork(address);
  const device = hash && (await directory.find(hash));
  if (!device || device.connection !== door) {
    limit.countUnknown(address);
    throw notFound();
  }
  limit.countKey(device.id);
  seenDevices(services).note(device.id, version);
  return device;
}

/** The limits of a process. */
export function doorLimits({ database, clock }: Services): DoorLimits {
  const made = limits.get(database) ?? new DoorLimits(clock);
  limits.set(database, made);
  return made;
}

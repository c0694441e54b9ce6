// The devices of a process by the hash of their key: a poll of a device for which nothing waits costs no query.
import { sql } from 'kysely';
import type { DeviceKind, PrinterConnection } from '#contract/devices/devices.ts';
import type { Services } from '#server/lib/context.ts';

/** A device with a valid key, as the database had it when it was last notified of a change. */
export interface DoorDevice {
  companyId: string;
  id: string;
  kind: DeviceKind;
  connection: PrinterConnection;
  isPaused: boolean;
  /** Dots of a row. */
  dots: number;
  minPollSeconds: number;
  maxPollSeconds: number;
  pollStepSeconds: number;
  /** Of the application or firmware, as it said. */
  version: string;
  /** Keeps it from printing, as it said; empty if nothing does. */
  fault: string;
  /** The media types that it reads, as it said; empty before it did. */
  media: readonly string[];
  /** A paper waits. It may have expired, and one that is being printed goes first. */
  hasWork: boolean;
}

interface Entry {
  device: DoorDevice;
  /** The database has changed since: the next poll reads the device again. */
  isStale: boolean;
  readAt: number;
}

/** A device is read again after this time (ms), in case that a notice was lost. */
const lifetime = 300_000;

export interface DeviceDirectory {
  /** The device of a key if this process knows it, however old that is. */
  peek(keyHash: Buffer): DoorDevice | undefined;
  /** The device of a key, with one query unless nothing has changed since the last one. */
  find(keyHash: Buffer): Promise<DoorDevice | undefined>;
  /** Has the next poll of a device read it again, after a change of this process. */
  forget(deviceId: string): void;
  /** Resolves once a device has changed, after `ms` or when the signal aborts. */
  change(deviceId: string, ms: number, signal?: AbortSignal): Promise<void>;
}

const directories = new WeakMap<object, DeviceDirectory>();

/** The directory of a process. */
export function deviceDirectory(services: Pick<Services, 'database' | 'live'>): DeviceDirectory {
  const { database } = services;
  const directory = directories.get(database) ?? openDirectory(services);
  directories.set(database, directory);
  return directory;
}

function openDirectory({ database, live }: Pick<Services, 'database' | 'live'>): DeviceDirectory {
  const entries = new Map<string, Entry>();
  const keys = new Map<string, string>();
  /** The devices that changed during each reading that is under way. */
  const readings = new Set<Set<string>>();
  const waiting = new Map<string, Set<() => void>>();

  function forget(id: string): void {
    // An empty payload: some notices may have been missed.
    for (const key of id === '' ? entries.keys() : [keys.get(id)]) {
      const entry = entries.get(key ?? '');
      if (entry) entry.isStale = true;
    }
    for (const changed of readings) changed.add(id);
    for (const waiters of id === '' ? waiting.values() : [waiting.get(id) ?? []]) for (const wake of waiters) wake();
  }

  async function read(key: string, keyHash: Buffer): Promise<DoorDevice | undefined> {
    const readAt = performance.now();
    const changed = new Set<string>();
    readings.add(changed);
    const device = await readDevice(database, keyHash).finally(() => readings.delete(changed));
    if (!device) {
      entries.delete(key);
      return undefined;
    }
    entries.set(key, { device, isStale: changed.has(device.id) || changed.has(''), readAt });
    const former = keys.get(device.id);
    if (former !== undefined && former !== key) entries.delete(former);
    keys.set(device.id, key);
    return device;
  }

  live.listen('daybook_devices', forget);
  return {
    peek: (keyHash) => entries.get(keyHash.toString('base64url'))?.device,
    async find(keyHash) {
      const key = keyHash.toString('base64url');
      const entry = entries.get(key);
      const isFresh = entry && !entry.isStale && performance.now() - entry.readAt < lifetime;
      return isFresh ? entry.device : read(key, keyHash);
    },
    forget,
    change(id, ms, signal) {
      return new Promise((resolve) => {
        const waiters = waiting.get(id) ?? new Set();
        waiting.set(id, waiters);
        const wake = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          waiters.delete(wake);
          if (waiters.size === 0 && waiting.get(id) === waiters) waiting.delete(id);
          resolve();
        };
        const timer = setTimeout(wake, Math.max(0, ms));
        waiters.add(wake);
        signal?.addEventListener('abort', wake);
        if (signal?.aborted) wake();
      });
    },
  };
}

async function readDevice({ read }: Services['database'], keyHash: Buffer): Promise<DoorDevice | undefined> {
  const { rows } = await sql<DoorDevice>`
    select d.company_id, d.id, d.kind, d.connection, d.is_paused, d.dots, d.min_poll_seconds, d.max_poll_seconds,
      d.poll_step_seconds, s.version, s.fault, s.media,
      exists (select from print_jobs j where j.device_id = d.id and j.state = 'waiting') as has_work
    from device_states s join devices d on d.id = s.device_id
    where s.key_hash = ${keyHash}`.execute(read);
  return rows[0];
}

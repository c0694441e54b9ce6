// Stores when devices polled and which version they have: one statement for all devices, every few seconds. A
// new version of a cash register is a line of its log.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';

/** Between two statements (ms). */
const flushInterval = 5_000;

export interface SeenDevices {
  /** Notes a poll, and the version if the device said it. */
  note(deviceId: string, version?: string): void;
  /** Stores what was noted. */
  flush(): Promise<void>;
  /** Stores what was noted for the last time. */
  close(): Promise<void>;
}

interface Seen {
  at: Temporal.Instant;
  version: string | undefined;
}

const processes = new WeakMap<object, SeenDevices>();

/** The notes of a process. */
export function seenDevices(services: Pick<Services, 'database' | 'clock' | 'log'>): SeenDevices {
  const { database } = services;
  const seen = processes.get(database) ?? openSeen(services);
  processes.set(database, seen);
  return seen;
}

function openSeen({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>): SeenDevices {
  let noted = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const stored = noted;
    noted = new Map();
    try {
      await store(database.write, stored);
    } catch (error) {
      // Without the database nothing is lost but the time of a poll: the next one has a later time.
      log.debug({ err: error }, 'polls of devices not stored');
      for (const [id, { version }] of stored) if (version !== undefined && !noted.has(id)) note(id, version);
    }
  }

  function note(deviceId: string, version?: string): void {
    noted.set(deviceId, { at: clock.now(), version: version ?? noted.get(deviceId)?.version });
    timer ??= setTimeout(() => void flush(), flushInterval).unref();
  }

  return {
    note,
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Rows are locked in the order of their ids: two processes may have heard of the same devices. */
async function store(db: Services['database']['write'], seen: ReadonlyMap<string, Seen>): Promise<void> {
  const all = [...seen];
  await sql`
    with seen as (
      select * from unnest(${all.map(([id]) => id)}::uuid[], ${all.map(([, { at }]) => at)}::timestamptz[],
        ${all.map(([, { version }]) => version ?? null)}::text[]) seen (device_id, at, version)
    ), locked as materialized (
      select s.device_id, s.version as former from device_states s where s.device_id in (select device_id from seen)
      order by s.device_id for no key update
    ), stored as (
    update device_states s set seen_at = greatest(s.seen_at, seen.at),
      version = coalesce(seen.version, s.version),
      version_at = case when seen.version <> s.version then seen.at else s.version_at end
    from locked join seen using (device_id) where s.device_id = locked.device_id
    returning s.device_id, s.version, s.version_at, locked.former
    )
    insert into device_logs (id, company_id, kind, device_id, device_name, location_name, text, created_at)
    select gen_random_uuid(), d.company_id, d.kind, d.id, d.name, l.name, left('Version ' || n.version, 500), n.version_at
    from stored n join devices d on d.id = n.device_id and d.kind = 'register'
      join locations l on l.company_id = d.company_id and l.id = d.location_id
    where n.version <> n.former`.execute(db);
}

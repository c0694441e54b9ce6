// Leases SMPP gateways to this process: an SMSC takes one link, and all processes share it. A row of the database is
// the lease; its times are those of the database, because clocks of machines differ.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';

/** Milliseconds. */
export interface LeaseTiming {
  lease: number;
  /** A lease is renewed once it is this old. */
  renew: number;
  /** The holder gives up so long before another process may take it. */
  margin: number;
}

export const leaseTiming: LeaseTiming = { lease: 30_000, renew: 8_000, margin: 8_000 };

export interface Binds {
  /** Takes or renews the lease of each gateway, and returns those that this process has. */
  take(ids: readonly string[]): Promise<Set<string>>;
  isHeld(id: string): boolean;
  /** Lets other processes have them at once. */
  release(): Promise<void>;
}

export function openBinds({ database }: Pick<Services, 'database'>, timing: LeaseTiming = leaseTiming): Binds {
  const holder = randomUUID();
  /** When the lease of a gateway was taken or renewed, of `performance.now()`. */
  const held = new Map<string, number>();
  const ageOf = (id: string) => performance.now() - (held.get(id) ?? -Infinity);
  const isHeld = (id: string) => ageOf(id) < timing.lease - timing.margin;

  return {
    isHeld,
    async take(ids) {
      const due = ids.filter((id) => ageOf(id) >= timing.renew);
      if (due.length > 0) {
        const at = performance.now();
        const { rows } = await sql<{ id: string }>`
          insert into route_binds as b (route_id, holder, held_until)
          select id, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${timing.lease / 1_000})
          from unnest(${due}::uuid[]) id order by id
          on conflict (route_id) do update set holder = excluded.holder, held_until = excluded.held_until
          where b.holder = excluded.holder or b.held_until < clock_timestamp()
          returning route_id as id`.execute(database.write);
        for (const id of due) held.delete(id);
        for (const { id } of rows) held.set(id, at);
      }
      return new Set(ids.filter(isHeld));
    },
    async release() {
      if (held.size === 0) return;
      held.clear();
      await sql`
        with freed as (delete from route_binds where holder = ${holder}::uuid returning route_id)
        select pg_notify('daybook_outbox', 'routes') from freed limit 1`.execute(database.write);
    },
  };
}

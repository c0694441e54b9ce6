// The state of routes in the database: pauses by our fault, which all processes share, and the tokens of rates.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';
import type { Route } from './medium.ts';

export interface RouteState {
  id: string;
  pauses: number;
  pausedUntil: Temporal.Instant | null;
  refusesAll: boolean;
}

/** Seconds of each pause in a row. */
const pauseSeconds = [30, 60, 120, 300, 600, 1_800];
/** Shorter pauses mend themselves. */
const notifyAfter = Temporal.Duration.from({ minutes: 3 });

export async function routeStates(db: Db): Promise<Map<string, RouteState>> {
  const rows = await db.selectFrom('routes').select(['id', 'pauses', 'pausedUntil', 'refusesAll']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Pauses the route for longer than the last time. A route that is paused already stays so. Returns until when. */
export async function pauseRoute(
  { database, clock }: Services,
  id: string,
  { reason, refusesAll }: { reason: string; refusesAll: boolean },
): Promise<Temporal.Instant> {
  const now = clock.now();
  const wait = (pauses: unknown) =>
    sql`${now}::timestamptz + make_interval(secs => (${pauseSeconds}::int[])[least(${pauses}, ${pauseSeconds.length}::int)])`;
  const { rows } = await sql<{ pausedUntil: Temporal.Instant }>`
    insert into routes as r (id, pauses, paused_since, paused_until, paused_reason, refuses_all)
    values (${id}, 1, ${now}, ${wait(sql`1`)}, ${reason}, ${refusesAll})
    on conflict (id) do update set paused_since = coalesce(r.paused_since, ${now}), paused_reason = ${reason},
      refuses_all = r.refuses_all or ${refusesAll},
      pauses = r.pauses + case when r.paused_until > ${now} then 0 else 1 end,
      paused_until = case when r.paused_until > ${now} then r.paused_until else ${wait(sql`r.pauses + 1`)} end
    returning paused_until`.execute(database.write);
  return rows[0]?.pausedUntil ?? now;
}

/** Ends the pauses of a route that has taken a message, or that the operator resumes. */
export async function resumeRoute(db: Db, id: string): Promise<void> {
  await sql`
    update routes set pauses = 0, paused_since = null, paused_until = null, paused_reason = '', refuses_all = false,
      notified_at = null
    where id = ${id} and pauses > 0`.execute(db);
}

/** Tells the operators of each route that has been paused for some minutes, once. `page` has its settings. */
export async function notifyOperators(
  services: Services,
  routes: readonly { route: Route; page: string }[],
): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const before = now.subtract(notifyAfter);
  const { rows } = await sql<{ id: string }>`
    select id from routes where paused_since <= ${before} and notified_at is null`.execute(database.read);
  if (rows.length === 0) return;
  await transaction({ ...services, db: database.write }, async (tx) => {
    const { rows: paused } = await sql<{ id: string; pausedReason: string }>`
      update routes set notified_at = ${now} where paused_since <= ${before} and notified_at is null
      returning id, paused_reason`.execute(tx.db);
    for (const { id, pausedReason } of paused) {
      const found = routes.find(({ route }) => route.id === id);
      if (!found) continue;
      await remindOperators(tx, {
        type: 'other',
        words: 'reminderText.routePaused',
        params: { name: found.route.name, reason: pausedReason },
        link: found.page,
      });
    }
  });
}

/** Takes tokens of a route that were not there, for a message of more parts than were leased. */
export async function overdrawTokens({ database, clock }: Services, { id }: Route, tokens: number): Promise<void> {
  await sql`select from lease_tokens(${id}, ${tokens}, ${clock.now()}, null, null, null)`.execute(database.write);
}

/** Leases up to `wanted` tokens of a route with limits. None: `until` says when there are more. */
export async function leaseTokens(
  { database, clock }: Services,
  route: Route,
  wanted: number,
): Promise<{ leased: number; until: Temporal.Instant | null }> {
  const { id, perSecond, perHour, perDay } = route;
  const { rows } = await sql<{ leased: number; until: Temporal.Instant | null }>`
    select leased, until from lease_tokens(${id}, ${wanted}, ${clock.now()}, ${perSecond}, ${perHour}, ${perDay})`.execute(
    database.write,
  );
  return rows[0] ?? { leased: 0, until: null };
}

// Lists what keeps messages from leaving although nothing is paused: a password that cannot be opened, a limit that is
// used up, and a purpose that no server is for.
import { sql } from 'kysely';
import type { Output } from '#contract/lib/service.ts';
import type { systemSmtps } from '#contract/messaging/mail-servers.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { mailRoutes, unservedPurposes } from '#server/messaging/mail/mail-server.ts';
import type { Route } from '#server/messaging/outbox/medium.ts';
import { smsRoutes } from '#server/messaging/sms/gateways.ts';

type Obstacle = Output<(typeof systemSmtps)['operations']['getObstacles']>[number];

const none = { name: '', purpose: null, until: null };

/** Without any server, all mails are stored for reading: that is no obstacle. */
export async function mailObstacles(context: SignedIn): Promise<Obstacle[]> {
  const routes = await mailRoutes(context, context.db);
  const unserved = unservedPurposes(routes);
  return [
    ...(await routeObstacles(context, routes)),
    ...(routes.length === 0 ? [] : unserved.map((purpose) => ({ ...none, kind: 'unserved' as const, purpose }))),
  ];
}

export async function smsObstacles(context: SignedIn): Promise<Obstacle[]> {
  return routeObstacles(context, await smsRoutes(context));
}

async function routeObstacles({ db, clock }: SignedIn, routes: readonly Route[]): Promise<Obstacle[]> {
  const locked = routes
    .filter(({ problem }) => problem !== undefined)
    .map(({ name }) => ({ ...none, kind: 'locked' as const, name }));
  return [...locked, ...(await usedUp(db, clock.now(), routes))];
}

/** A limit of a second opens again before anyone reads it. */
async function usedUp(db: Db, now: Temporal.Instant, routes: readonly Route[]): Promise<Obstacle[]> {
  const limited = routes.filter(({ perHour, perDay }) => perHour !== null || perDay !== null);
  if (limited.length === 0) return [];
  const { rows } = await sql<{ id: string; until: Temporal.Instant }>`
    select t.route_id as id, greatest(
      case when t.day_at = date_trunc('day', ${now}::timestamptz) and t.day_used >= l."perDay" then t.day_at + interval '1 day' end,
      case when t.hour_at = date_trunc('hour', ${now}::timestamptz) and t.hour_used >= l."perHour" then t.hour_at + interval '1 hour' end
    ) as until
    from route_tokens t
    join jsonb_to_recordset(${JSON.stringify(limited.map(({ id, perHour, perDay }) => ({ id, perHour, perDay })))}::jsonb)
      as l (id uuid, "perHour" integer, "perDay" integer) on l.id = t.route_id`.execute(db);
  return rows.flatMap(({ id, until }) => {
    const route = limited.find((one) => one.id === id);
    return until && route ? [{ ...none, kind: 'usedUp' as const, name: route.name, until: until.toString() }] : [];
  });
}

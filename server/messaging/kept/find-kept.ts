// Finds the mails that were kept, and that a mail server takes now.
import { type RawBuilder, sql } from 'kysely';
import type { KeptKind } from '#contract/messaging/kept-mails.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { mailRoutes } from '#server/messaging/mail/mail-server.ts';
import { queueOf } from '#server/messaging/outbox/medium.ts';
import type { KeptCauses } from './kept-causes.ts';

/** The queues of mail that a server takes. */
export async function servedQueues(context: ServiceContext): Promise<string[]> {
  const routes = await mailRoutes(context, context.db);
  return [...new Set(routes.flatMap(({ problem, purposes }) => (problem ? [] : purposes)))].map((purpose) =>
    queueOf('mail', purpose),
  );
}

export const campaignQueue = queueOf('mail', 'campaign');

/** The kept mails `d` of these queues. Rows of an archive have lost their links for good, and never leave. */
export function isKeptIn(queues: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(d.state = 'kept' and d.given_up_at is null and d.medium = 'mail'
    and d.queue = any(${queues}::text[]) and d.links is distinct from '{}')`;
}

/** Counts the mails that wait for the operator, by kind, and those of campaigns beside them. */
export async function countByKind(
  context: ServiceContext,
  causes: KeptCauses,
): Promise<{ kind: KeptKind; count: number }[]> {
  const { rows } = await sql<{ causeKind: string; isCampaign: boolean; count: number }>`
    select d.cause_kind, d.queue = ${campaignQueue} as is_campaign, count(*)::int as count from deliveries d
    where ${isKeptIn(await servedQueues(context))} group by 1, 2`.execute(context.db);
  const counts = new Map<KeptKind, number>();
  for (const { causeKind, isCampaign, count } of rows) {
    const kind = isCampaign ? 'campaign' : (causes[causeKind]?.kind ?? 'other');
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

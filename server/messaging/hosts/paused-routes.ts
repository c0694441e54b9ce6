// Lists the routes that are paused: mail servers and push, or SMS gateways, and resumes one that the operator has
// mended.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { pushRoute, zeroRoute } from '#server/messaging/outbox/medium.ts';
import { resumeRoute } from '#server/messaging/outbox/route-states.ts';

interface Paused {
  id: string;
  key: string;
  reason: string;
  pausedSince: string;
  pausedUntil: string;
}

/** The mail servers come with `SMTP_URL` and push, which have no settings of their own. */
export function pausedRoutes(table: 'smtp_settings' | 'sms_gateways') {
  const hasOthers = table === 'smtp_settings';
  return {
    async getPaused({ db }: SignedIn): Promise<Paused[]> {
      const { rows } = await sql<
        Omit<Paused, 'pausedSince' | 'pausedUntil'> & Record<'since' | 'until', Temporal.Instant>
      >`
        select r.id, coalesce(s.key, case r.id when ${pushRoute} then 'Push' else 'SMTP_URL' end) as key, r.paused_reason as reason, r.paused_since as since,
          r.paused_until as until
        from routes r left join ${sql.table(table)} s on s.id = r.id
        where r.paused_since is not null and (s.id is not null or ${hasOthers} and r.id in (${zeroRoute}, ${pushRoute}))
        order by r.paused_since`.execute(db);
      return rows.map(({ since, until, ...paused }) => ({
        ...paused,
        pausedSince: since.toString(),
        pausedUntil: until.toString(),
      }));
    },

    /** Resuming a route that is not paused changes nothing. Throws 404 for an unknown one. */
    resume(context: SignedIn, { id }: { id: string }): Promise<undefined> {
      return transaction(context, async (tx) => {
        const { rows } = await sql<{ key: string }>`select key from ${sql.table(table)} where id = ${id}`.execute(
          tx.db,
        );
        const [known] = rows;
        if (!known && !(hasOthers && (id === zeroRoute || id === pushRoute))) throw notFound();
        await resumeRoute(tx.db, id);
        const what = hasOthers ? 'mail server' : 'SMS gateway';
        await audit(tx, id === pushRoute ? 'Resumed push' : `Resumed the ${what} ${known?.key ?? 'SMTP_URL'}`);
        return undefined;
      });
    },
  };
}

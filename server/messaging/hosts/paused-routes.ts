// Lists the mail servers that are paused, and resumes one that the operator has mended.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { zeroRoute } from '#server/messaging/outbox/medium.ts';
import { resumeRoute } from '#server/messaging/outbox/route-states.ts';

interface Paused {
  id: string;
  key: string;
  reason: string;
  pausedSince: string;
  pausedUntil: string;
}

export async function getPaused({ db }: SignedIn): Promise<Paused[]> {
  const { rows } = await sql<Omit<Paused, 'pausedSince' | 'pausedUntil'> & Record<'since' | 'until', Temporal.Instant>>`
    select r.id, coalesce(s.key, 'SMTP_URL') as key, r.paused_reason as reason, r.paused_since as since,
      r.paused_until as until
    from routes r left join smtp_settings s on s.id = r.id
    where r.paused_since is not null and (s.id is not null or r.id = ${zeroRoute})
    order by r.paused_since`.execute(db);
  return rows.map(({ since, until, ...paused }) => ({
    ...paused,
    pausedSince: since.toString(),
    pausedUntil: until.toString(),
  }));
}

/** Resuming a mail server that is not paused changes nothing. Throws 404 for an unknown one. */
export function resume(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  return transaction(context, async (tx) => {
    const known = await tx.db.selectFrom('smtpSettings').select('key').where('id', '=', id).executeTakeFirst();
    if (!known && id !== zeroRoute) throw notFound();
    await resumeRoute(tx.db, id);
    await audit(tx, `Resumed the mail server ${known?.key ?? 'SMTP_URL'}`);
    return undefined;
  });
}

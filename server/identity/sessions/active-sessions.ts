// Lists the sessions of an account, and ends them.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { describeBrowser } from '#server/lib/http/describe-browser.ts';
import { notFound } from '#server/lib/refusal.ts';

/** The caller's own active sessions, without those in which another person impersonates them. */
export async function listSessions(context: SignedIn) {
  const { user } = context;
  const rows = await context.db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'address', 'createdAt', 'activeAt', 'remembered as isRemembered'])
    .where('userId', '=', user.id)
    .where('impersonatorId', 'is', null)
    .where('expiresAt', '>', sql<Temporal.Instant>`${context.clock.now()}`)
    .orderBy(sql`id = ${user.sessionId}`, 'desc')
    .orderBy('activeAt', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ userAgent, createdAt, activeAt, ...row }) => ({
    ...row,
    ...describeBrowser(userAgent),
    created: createdAt.toString(),
    lastActive: activeAt.toString(),
    isCurrent: row.id === user.sessionId,
  }));
}

/** Ends one other session of the caller. Throws 404 for another person's, the current or an ended one. */
export async function endOneSession(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  await transaction(context, async (tx) => {
    const ended = await endedSessions(tx).where('id', '=', id).where('impersonatorId', 'is', null).executeTakeFirst();
    if (!ended.numUpdatedRows) throw notFound();
    await audit(tx, 'Signed out another session');
  });
}

/** Ends the caller's other sessions, and those in which the caller impersonates others. */
export async function endOtherSessions(context: SignedIn): Promise<undefined> {
  await transaction(context, async (tx) => {
    await endedSessions(tx).execute();
    await audit(tx, 'Signed out everywhere else');
  });
}

function endedSessions(context: SignedIn) {
  const now = context.clock.now();
  return context.db
    .updateTable('sessions')
    .set({ expiresAt: now })
    .where((session) =>
      session.or([
        session.and([session('userId', '=', context.user.id), session('impersonatorId', 'is', null)]),
        session('impersonatorId', '=', context.user.id),
      ]),
    )
    .where('id', '<>', context.user.sessionId)
    .where('expiresAt', '>', sql<Temporal.Instant>`${now}`);
}

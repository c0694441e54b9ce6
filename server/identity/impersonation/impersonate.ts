// Impersonation: acts with another user's rights in a separate session; every record has both names.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { placeIn } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { cookieName, hashToken, newToken, resumeSession, setSessionCookie } from '#server/lib/session/session.ts';
import { isOperator } from '#server/lib/sql/is-operator.ts';

/**
 * Starts to impersonate an employee: of the caller's company, where only an operator may impersonate an operator, or,
 * for operators, of any (`anywhere`; the user's first company unless one is named). Throws 403 for the caller's own
 * account and while already impersonating.
 */
export async function impersonate(
  context: SignedIn,
  input: { id: string; companyId?: string | undefined },
  scope: { anywhere: boolean },
): Promise<undefined> {
  const { user } = context;
  if (user.impersonator) throw new Refusal(403, 'account.impersonatesAlready');
  if (input.id === user.id) throw new Refusal(403, 'account.notOneself');
  await transaction(context, async (tx) => {
    const company = scope.anywhere ? input.companyId : user.companyId;
    const { rows } = await sql<{ companyId: string; logIn: string; isOperator: boolean }>`
      select e.company_id, u.log_in, ${isOperator(sql`u.id`)} as is_operator
      from employees e join users u on u.id = e.user_id
      where e.user_id = ${input.id} and (${company ?? null}::uuid is null or e.company_id = ${company ?? null})
      order by e.created_at, e.company_id limit 1`.execute(tx.db);
    const target = rows[0];
    if (!target) throw notFound();
    if (target.isOperator && !user.actions.includes('sys')) throw new Refusal(403, 'account.notAnOperator');
    const token = newToken();
    const now = tx.clock.now();
    const own = await tx.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('id', '=', user.sessionId)
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('sessions')
      .values({
        ...(await placeIn(tx.db, input.id, target.companyId)),
        id: randomUUIDv7(),
        tokenHash: hashToken(token),
        userId: input.id,
        impersonatorId: user.id,
        returnTo: user.sessionId,
        address: tx.visitor.address,
        userAgent: tx.visitor.userAgent.slice(0, 300),
        createdAt: now,
        activeAt: now,
        // Not longer than the caller's own session.
        expiresAt: own.expiresAt,
      })
      .execute();
    await audit(tx, `Began to act as ${target.logIn}`, {
      userId: input.id,
      userName: target.logIn,
      companyId: target.companyId,
    });
    setSessionCookie(tx, token, undefined);
  });
}

/**
 * Ends the impersonation and resumes the caller's own session with a new token. Throws 409 without an impersonation.
 */
export async function stopImpersonating(context: SignedIn): Promise<undefined> {
  const { user } = context;
  if (!user.impersonator) throw new Refusal(409, 'account.impersonatesNobody');
  await transaction(context, async (tx) => {
    await audit(tx, `Stopped acting as ${user.logIn}`);
    const ended = await tx.db
      .deleteFrom('sessions')
      .where('id', '=', user.sessionId)
      .returning('returnTo')
      .executeTakeFirst();
    // Without an own session to return to, the caller is signed out.
    if (ended?.returnTo) await resumeSession(tx, ended.returnTo);
    else tx.cookies.clear(cookieName(tx.publicUrl));
  });
}

// Codes of the second factor: six digits of an authenticator app (RFC 6238), or a recovery code. Each is accepted once.
import { createHmac } from 'node:crypto';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { openSecret } from '#server/lib/secrets/secret-box.ts';

/** The purpose for which the secret is sealed. */
export const secretPurpose = (userId: string) => `second factor ${userId}`;

/** Accepted clock difference (seconds): the previous and the next code are accepted, too. */
const tolerance = 30;

/** Whether signing in to the account requires a code. */
export async function needsCode(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Consumes a code of the account in a separate transaction. Throws 417 for a wrong or used one. `pending`: for a factor
 * that is being set up. The caller must count the attempt.
 */
export async function consumeCode(context: Context, userId: string, code: string, pending = false): Promise<void> {
  const bare = code.replaceAll(/[\s-]/g, '').toLowerCase();
  const isAccepted = await transaction(context, async (tx) =>
    /^\d{6}$/.test(bare) ? consumeStep(tx, userId, bare, pending) : !pending && consumeRecoveryCode(tx, userId, bare),
  );
  if (isAccepted) return;
  const { logIn: userName } = await context.db
    .selectFrom('users')
    .select('logIn')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const about = { userId, userName, companyId: context.user?.companyId ?? null };
  await audit({ ...context, db: context.database.write }, 'Second factor refused', about);
  throw invalid('Code', 'user.wrongCode');
}

async function consumeStep(context: Context, userId: string, token: string, pending: boolean): Promise<boolean> {
  const factor = await context.db
    .selectFrom('secondFactors')
    .select(['secret', 'lastStep'])
    .where('userId', '=', userId)
    .where('confirmedAt', pending ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!factor) return false;
  const epoch = Math.floor(context.clock.now().epochMilliseconds / 1000);
  // The clock was set back: later steps have been used already.
  if (factor.lastStep > Math.floor((epoch + tolerance) / 30)) return false;
  const secret = openSecret(context.config, secretPurpose(userId), factor.secret);
  // Loaded on first use, as in second-factor.ts.
  const { verifySync } = await import('otplib');
  const result = verifySync({ secret, token, epoch, epochTolerance: tolerance, afterTimeStep: factor.lastStep });
  if (!result.valid || !('timeStep' in result)) return false;
  await context.db
    .updateTable('secondFactors')
    .set({ lastStep: result.timeStep })
    .where('userId', '=', userId)
    .execute();
  return true;
}

async function consumeRecoveryCode(context: Context, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('recoveryCodes')
    .set({ usedAt: context.clock.now() })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashRecoveryCode(userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const { logIn: userName } = await context.db
    .selectFrom('users')
    .select('logIn')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await audit(context, 'Used a recovery code', { userId, userName, companyId: context.user?.companyId ?? null });
  return true;
}

/**
 * A keyed hash of sixty random bits: too many to guess online, and bound to the account against a reader of the
 * database.
 */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHmac('sha256', userId).update(code).digest();
}

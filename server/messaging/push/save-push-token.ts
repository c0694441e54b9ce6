// Stores the push subscription of a browser.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { bareHost, ForbiddenHost, resolveOut } from '#server/lib/http/outgoing.ts';
import { invalid } from '#server/lib/refusal.ts';
import { hostOf, markOf, type PushTarget, parseSubscription, sealToken } from './subscription.ts';

/** A host that is not resolved in this time (ms) is checked when a message is sent. */
const resolutionTimeout = 2_000;
/** Browsers of one account; a new one replaces the oldest. */
const maxBrowsers = 10;

/**
 * A browser belongs to the person who used it last. Throws 417 for a subscription that cannot receive messages; a plain
 * token receives them only through a Firebase project of the installation.
 */
export async function savePushToken(context: SignedIn, { token }: { token: string }): Promise<undefined> {
  const subscription = parseSubscription(token);
  if (!subscription) throw invalid('Token', 'myAccount.subscription');
  if (subscription.kind === 'app' && !context.config.fcm) throw invalid('Token', 'myAccount.subscription');
  if (await isForbidden(context, subscription)) throw invalid('Token', 'myAccount.subscription');
  // The table belongs to no company, so the owner role writes it.
  const { write } = context.database;
  const userId = context.user.id;
  const values = {
    userId,
    token: sealToken(context.config, token),
    host: hostOf(subscription),
    userAgent: context.visitor.userAgent.slice(0, 300),
    createdAt: context.clock.now(),
  };
  await write
    .insertInto('pushSubscriptions')
    .values({ ...values, id: randomUUIDv7(), tokenHash: markOf(subscription) })
    .onConflict((conflict) => conflict.column('tokenHash').doUpdateSet(values))
    .execute();
  // Earlier versions stored the same browser under the hash of the whole text.
  const formerHash = createHash('sha256').update(token).digest();
  await sql`delete from push_subscriptions where ${subscription.kind === 'browser'} and token_hash = ${formerHash}
    or user_id = ${userId} and id not in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc limit ${maxBrowsers})`.execute(
    write,
  );
  return undefined;
}

/** Whether the address lies inside the network of the installation. */
async function isForbidden({ config }: SignedIn, subscription: PushTarget): Promise<boolean> {
  if (subscription.kind === 'app') return false;
  const host = bareHost(new URL(subscription.endpoint));
  const signal = AbortSignal.timeout(resolutionTimeout);
  return resolveOut({ host, allowed: config.privateHosts, signal }).then(
    () => false,
    (error: unknown) => error instanceof ForbiddenHost,
  );
}

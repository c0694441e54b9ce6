// Stores the push subscription of a browser.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';

/** Devices of one account; a new device replaces the oldest. */
const maxDevices = 10;

const subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }),
  keys: z.object({ p256dh: z.string().min(20).max(200), auth: z.string().min(10).max(100) }),
});

/** A browser belongs to the person who used it last. Throws 417 for a subscription that cannot receive messages. */
export async function savePushToken(context: SignedIn, { token }: { token: string }): Promise<undefined> {
  if (!subscription.safeParse(parseJson(token)).success) {
    throw invalid('Token', 'myAccount.subscription');
  }
  // The table belongs to no company, so the owner role writes it.
  const { write } = context.database;
  const userId = context.user.id;
  const sealed = sealSecret(context.config, 'push subscription', token);
  await write
    .insertInto('pushSubscriptions')
    .values({
      id: randomUUIDv7(),
      userId,
      tokenHash: createHash('sha256').update(token).digest(),
      token: sealed,
      userAgent: context.visitor.userAgent.slice(0, 300),
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.column('tokenHash').doUpdateSet({ userId, token: sealed, createdAt: context.clock.now() }),
    )
    .execute();
  await sql`delete from push_subscriptions where user_id = ${userId} and id not in (
    select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc limit ${maxDevices})`.execute(
    write,
  );
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Keeps what a user tells us.
import { randomUUIDv7 } from 'node:crypto';
import type { application } from '#contract/application.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';

export async function keepFeedback(
  context: SignedIn,
  input: Parsed<typeof application.sendFeedback>,
): Promise<undefined> {
  await context.db
    .insertInto('feedback')
    .values({ id: randomUUIDv7(), ...input, userId: context.user.id, createdAt: context.clock.now() })
    .execute();
}

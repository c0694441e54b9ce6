// Keeps what a visitor tells us.
import { randomUUIDv7 } from 'node:crypto';
import type { home } from '#contract/home.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/throttle.ts';

const mostPerAddress = 10;
const windowMinutes = 15;

/** Answers the saved record; 429 after ten from one address in a quarter of an hour. */
export async function keepFeedback(
  context: Context,
  input: Parsed<typeof home.feedback>,
): Promise<Output<typeof home.feedback>> {
  await throttle(context, {
    what: 'feedback address',
    whose: context.visitor.address,
    most: mostPerAddress,
    minutes: windowMinutes,
  });
  const { type, message, name, eMail } = input;
  const id = randomUUIDv7();
  const now = context.clock.now();
  await context.database.write
    .insertInto('feedback')
    .values({ id, type, message, name, eMail, createdAt: now })
    .execute();
  return { id, type, message, created: now.toString() };
}

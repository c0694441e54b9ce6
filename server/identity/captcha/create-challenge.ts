// Creates a captcha for a visitor.
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { signChallenge } from './sign-challenge.ts';

/** Throws 429 after 120 from one address in a quarter of an hour: each costs the server a computation, too. */
export async function createChallenge(context: Context): Promise<{ challenge: string }> {
  await throttle(context, { action: 'captcha address', subject: context.visitor.address, max: 120, minutes: 15 });
  return { challenge: JSON.stringify(await signChallenge(context)) };
}

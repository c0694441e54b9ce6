// Limits uploads per person: a rejected upload costs resources too.
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';

const maxPerHour = 60;

/** Throws 429 after 60 uploads of a person in an hour. */
export async function throttleUploads(context: SignedIn): Promise<void> {
  await throttle(context, { action: 'upload user', subject: context.user.id, max: maxPerHour, minutes: 60 });
}

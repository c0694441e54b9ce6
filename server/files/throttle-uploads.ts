// Limits how much one person can send up: also what is refused costs reading.
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';

const maxPerHour = 60;

/** Throws 429 once a person has sent more than 60 files in an hour. */
export async function throttleUploads(context: SignedIn): Promise<void> {
  await throttle(context, { action: 'upload user', subject: context.user.id, max: maxPerHour, minutes: 60 });
}

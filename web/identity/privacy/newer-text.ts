// Agreeing to a text that somebody has published anew meanwhile.
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

/** Whether it failed because there is a newer text than the one that was read; the person is told to read that. */
export function reportNewerText(error: unknown): boolean {
  const newer = error instanceof CallError && error.status === 409;
  if (newer) toast('warning', error.message);
  return newer;
}

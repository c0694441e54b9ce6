// Handles consent to a text that has been replaced by a newer version.
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** Returns true if the call failed because there is a newer version, and asks the person to read it. */
export function reportNewerText(error: unknown): boolean {
  const newer = error instanceof CallError && error.status === 409;
  if (newer) toast('warning', error.message);
  return newer;
}

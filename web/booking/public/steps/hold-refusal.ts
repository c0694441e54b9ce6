// Reads why the server refuses the time of a booking.
import type { CallError } from '#web/lib/client/client.ts';
import type { HoldRefusal } from './booking-flow.ts';

/** With the nearest free slots; undefined for another failure. */
export function holdRefusalIn({ messages, body }: CallError): HoldRefusal | undefined {
  const conflict = messages.find(({ key }) => key === 'Start');
  if (!conflict) return undefined;
  // A 417 body is a list; the server adds `Nearest`.
  const [first] = body as { Nearest?: { Start: string; End: string }[] }[];
  return {
    message: conflict.message,
    nearest: (first?.Nearest ?? []).map(({ Start, End }) => ({ start: Start, end: End })),
  };
}

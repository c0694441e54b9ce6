// Releases the hold for another one; confirmed in another tab, it stays.
import { publicCalendars } from '#contract/booking/public.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { type BookingContext, holdKey } from './booking-context.ts';
import { clearHold } from './stored-hold.ts';

export async function replaceHold({
  flow,
  profileAddress,
}: Pick<BookingContext, 'flow' | 'profileAddress'>): Promise<void> {
  await call(publicCalendars.deleteEvent, holdKey(flow), { handlesErrors: true }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
  });
  clearHold(profileAddress);
}

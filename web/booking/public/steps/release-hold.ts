// Releases the hold and goes back to the choice of a time.
import { publicCalendars } from '#contract/booking/public.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { type BookingContext, holdKey, showConfirmed } from './booking-context.ts';
import { clearHold } from './stored-hold.ts';

export async function releaseHold(context: BookingContext): Promise<void> {
  try {
    await call(publicCalendars.deleteEvent, holdKey(context.flow), { handlesErrors: true });
    context.history.leave();
    context.dispatch({ to: 'released' });
  } catch (error) {
    // Confirmed in another tab; the e-mail is on its way.
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    showConfirmed(context);
  }
  clearHold(context.profileAddress);
  context.refetch();
}

// Confirms the hold, and agrees to advertising by the given channels.
import { publicCalendars } from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { repeatOnce } from '#web/lib/client/repeat-once.ts';
import { type BookingContext, holdKey, showConfirmed } from './booking-context.ts';
import { clearHold } from './stored-hold.ts';

export async function confirmHold(context: BookingContext, consents: ConsentChannel[]): Promise<void> {
  try {
    const input = { ...holdKey(context.flow), consents };
    const { type } = await repeatOnce(() => call(publicCalendars.confirmEvent, input, { handlesErrors: true }));
    showConfirmed(context, type === 'success');
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    context.dispatch({ to: 'expired' });
  }
  clearHold(context.profileAddress);
  context.refetch();
}

// Confirms the hold, and agrees to advertising by the given channels.
import { publicCalendars } from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { repeatOnce } from '#web/lib/client/repeat-once.ts';
import { type BookingContext, holdKey, showConfirmed } from './booking-context.ts';
import { holdRefusalIn } from './hold-refusal.ts';
import { replaceHold } from './replace-hold.ts';
import { clearHold } from './stored-hold.ts';

/** Shows other times when the person has become busy since the hold. Throws if the call fails otherwise. */
export async function confirmHold(context: BookingContext, consents: ConsentChannel[]): Promise<void> {
  try {
    const input = { ...holdKey(context.flow), consents };
    const { type } = await repeatOnce(() => call(publicCalendars.confirmEvent, input, { handlesErrors: true }));
    showConfirmed(context, type === 'success');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const refusal = error.status === 417 ? holdRefusalIn(error) : undefined;
    if (!refusal && error.status !== 404) throw error;
    // One that is not released now ends by itself.
    if (refusal) await replaceHold(context).catch(() => undefined);
    context.dispatch(refusal ? { to: 'refused', refusal } : { to: 'expired' });
  }
  clearHold(context.profileAddress);
  context.refetch();
}

// Holds the chosen time with the visitor's input.
import { publicCalendars, type Slot } from '#contract/booking/public.ts';
import { bookingInput, optionsPartOf } from '#web/booking/public/services/chosen-options.ts';
import { addressPartOf, totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { repeatOnce } from '#web/lib/client/repeat-once.ts';
import { instantOf, now } from '#web/lib/dates.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { type BookingContext, holdKey } from './booking-context.ts';
import type { StepEntry } from './booking-flow.ts';
import { cameThrough } from './came-through.ts';
import { clearHold, storeHold } from './stored-hold.ts';

/** Leads to the held time, or shows why the server refuses it. Throws if the call fails otherwise. */
export async function holdTime(context: BookingContext, entry: StepEntry, slot: Slot): Promise<void> {
  const { profileAddress, services, flow, dispatch, history, keys, refetch } = context;
  const request = holdRequest(context, slot);
  const text = JSON.stringify(request);
  const goOn = () => {
    if (entry.step === 'held') return history.replace({ ...entry, slot });
    if (slot !== entry.slot) history.replace({ ...entry, slot });
    history.push({ step: 'held', slot });
  };
  if (flow.hold && flow.heldRequest === text && isCurrent(flow.hold)) return goOn();
  if (flow.hold) await replaceHold(context);
  const headers = { 'idempotency-key': keys.keyFor(request) };
  try {
    const held = await repeatOnce(() => call(publicCalendars.insertEvent, request, { headers, handlesErrors: true }));
    storeHold(profileAddress, {
      hold: held,
      service: addressPartOf(services),
      options: optionsPartOf(services),
      request: text,
    });
    dispatch({ to: 'held', hold: held, request: text });
    keys.reset();
    goOn();
    refetch();
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 417 && error.status !== 409)) throw error;
    keys.reset();
    showRefusal(context, error, () => slot !== entry.slot && history.replace({ ...entry, slot }));
  }
}

function holdRequest({ openAddress, services, flow: { details } }: BookingContext, slot: Slot) {
  const { phoneNumber } = details;
  return {
    ...openAddress,
    ...slot,
    ...details,
    ...bookingInput(services),
    // Anyone's price may differ.
    ...(openAddress.userUrlName && services.length > 0 && { expectedPrice: totalOf(services).price }),
    phoneNumber: phoneNumber.trim() || undefined,
    sendSms: details.sendSms && phoneNumber.trim() !== '',
    via: cameThrough(),
  };
}

const isCurrent = ({ heldUntil }: { heldUntil: string }) => Temporal.Instant.compare(instantOf(heldUntil), now()) > 0;

/** Releases the hold for another one; confirmed in another tab, it stays. */
async function replaceHold({ flow, profileAddress }: BookingContext): Promise<void> {
  await call(publicCalendars.deleteEvent, holdKey(flow), { handlesErrors: true }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
  });
  clearHold(profileAddress);
}

function showRefusal(context: BookingContext, error: CallError, selectSlot: () => void): void {
  const { flow, dispatch, refetch, refetchServices, showErrors } = context;
  // A price has changed, or an option was switched off: the visitor reads why, and sees what there is now.
  if (error.status === 409 || error.messages.some(({ key }) => key.startsWith('Options'))) {
    refetchServices();
    throw error;
  }
  const conflict = error.messages.find(({ key }) => key === 'Start');
  if (conflict) {
    selectSlot();
    dispatch({ to: 'refused', refusal: { message: conflict.message, nearest: nearestIn(error.body) } });
    refetch();
  } else if (
    !applyMessages({ getValues: () => flow.details, setErrors: showErrors }, error, publicCalendars.insertEvent)
  ) {
    throw error;
  }
}

/** Returns the nearest free slots from a rejection of `Start`. */
function nearestIn(body: unknown): Slot[] {
  // A 417 body is a list; the server adds `Nearest`.
  const [first] = body as { Nearest?: { Start: string; End: string }[] }[];
  return (first?.Nearest ?? []).map(({ Start, End }) => ({ start: Start, end: End }));
}

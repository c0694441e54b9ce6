// Holds the chosen time with the visitor's input.
import { publicCalendars, type Slot } from '#contract/booking/public.ts';
import { bookingInput, optionsPartOf } from '#web/booking/public/services/chosen-options.ts';
import { addressPartOf, totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { repeatOnce } from '#web/lib/client/repeat-once.ts';
import { instantOf, now } from '#web/lib/dates.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import type { BookingContext } from './booking-context.ts';
import type { StepEntry } from './booking-flow.ts';
import { cameThrough } from './came-through.ts';
import { holdRefusalIn } from './hold-refusal.ts';
import { replaceHold } from './replace-hold.ts';
import { storeHold } from './stored-hold.ts';

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

function showRefusal(context: BookingContext, error: CallError, selectSlot: () => void): void {
  const { flow, dispatch, refetch, refetchServices, showErrors } = context;
  // A price has changed, or an option was switched off: the visitor reads why, and sees what there is now.
  if (error.status === 409 || error.messages.some(({ key }) => key.startsWith('Options'))) {
    refetchServices();
    throw error;
  }
  const refusal = holdRefusalIn(error);
  if (refusal) {
    selectSlot();
    dispatch({ to: 'refused', refusal });
    refetch();
  } else if (
    !applyMessages({ getValues: () => flow.details, setErrors: showErrors }, error, publicCalendars.insertEvent)
  ) {
    throw error;
  }
}

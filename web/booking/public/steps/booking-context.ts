// The context that the steps of a booking share: its state, the browser's history, and the effects of a step.
import type { Dispatch } from 'react';
import type { OpenAddress, ProfileAddress } from '#contract/booking/public.ts';
import type { ChosenService } from '#web/booking/public/services/chosen-options.ts';
import type { IdempotencyKeys } from '#web/lib/client/idempotency-keys.ts';
import type { Flow, FlowEvent, StepEntry, VisitorDetails } from './booking-flow.ts';
import type { BookingHistory } from './booking-history.ts';
import { clearDetails } from './stored-hold.ts';

/** Messages by field. */
export type DetailErrors = Partial<Record<keyof VisitorDetails, string>>;

export interface BookingContext {
  profileAddress: ProfileAddress;
  openAddress: OpenAddress;
  services: readonly ChosenService[];
  flow: Flow;
  dispatch: Dispatch<FlowEvent>;
  history: BookingHistory;
  /** The step of the current entry of the history; undefined while a time is chosen. */
  entry: StepEntry | undefined;
  keys: IdempotencyKeys;
  /** Shows messages at their fields, and focuses the first wrong one. */
  showErrors: (errors: DetailErrors) => void;
  /** Reloads the free times. */
  refetch: () => void;
  /** Reloads the services: a price or an option has changed. */
  refetchServices: () => void;
}

/** Names the hold in calls that confirm or release it. */
export function holdKey({ hold }: Flow): { id: string; token: string } {
  const { id, token } = hold ?? { id: '', token: '' };
  return { id, token };
}

/** Leads to the last step. `isConfirmed`: no link of a mail has to be opened. */
export function showConfirmed(
  { profileAddress, flow, dispatch, history, entry }: BookingContext,
  isConfirmed = false,
): void {
  const { hold } = flow;
  const held = hold && { start: hold.start, end: hold.end, name: hold.name, price: hold.price };
  if (entry) history.leave({ step: 'confirmed', slot: entry.slot, held, eMail: flow.details.eMail, isConfirmed });
  clearDetails(profileAddress);
  dispatch({ to: 'confirmed' });
}

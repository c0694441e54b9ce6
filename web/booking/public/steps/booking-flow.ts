// The states of the booking flow, from choosing a time to the e-mail. All transitions are defined here. The entries of
// the browser's history say which step to show (`booking-history.ts`); `stepAt` joins both.

import type { publicCalendars, Slot } from '#contract/booking/public.ts';
import type { Output } from '#contract/lib/service.ts';

export type Hold = Output<typeof publicCalendars.insertEvent>;

/** A time that is held: of a booking with anyone, it says whose. */
export type HeldTime = Pick<Hold, 'start' | 'end' | 'name' | 'price'>;

/** The visitor's input. Every step preserves it: nothing has to be typed twice. */
export interface VisitorDetails {
  name: string;
  eMail: string;
  phoneNumber: string;
  /** The subject, if no service is booked. */
  title: string;
  description: string;
  sendSms: boolean;
}

export const emptyDetails: VisitorDetails = {
  name: '',
  eMail: '',
  phoneNumber: '',
  title: '',
  description: '',
  sendSms: true,
};

/** Why the server refused to hold a time, and the nearest free slots. */
export interface HoldRefusal {
  message: string;
  nearest: Slot[];
}

/** A step after choosing a time, as an entry of the browser's history stores it. */
export interface StepEntry {
  step: 'details' | 'held' | 'confirmed';
  slot: Slot;
  /** The number of entries since the visitor chose the time. */
  depth: number;
  /** Of a confirmed booking: the time that was held, and where the e-mail went. */
  held?: HeldTime | undefined;
  eMail?: string;
  /** Of a booking that is confirmed already: this browser had proved the address. */
  isConfirmed?: boolean;
}

export type BookingStep = 'choose' | 'details' | 'held' | 'expired' | 'confirmed';

export interface Flow {
  details: VisitorDetails;
  /** The hold, until it is confirmed, released or expired. Going back keeps it. */
  hold?: Hold;
  /** The request that got the hold: another input needs another hold. */
  heldRequest?: string;
  /** Set if another visitor booked the time first. */
  refusal?: HoldRefusal;
  hasExpired?: boolean;
  /** Set after the visitor released the hold. */
  isReleased?: boolean;
}

export type FlowEvent =
  | { to: 'typed'; details: Partial<VisitorDetails> }
  | { to: 'picked' }
  | { to: 'refused'; refusal: HoldRefusal }
  | { to: 'held'; hold: Hold; request?: string }
  | { to: 'expired' }
  | { to: 'released' }
  | { to: 'confirmed' };

/** Returns the next state. */
export function reduceFlow(flow: Flow, event: FlowEvent): Flow {
  const { details, hold, heldRequest } = flow;
  switch (event.to) {
    case 'typed':
      return { ...flow, details: { ...details, ...event.details } };
    case 'picked':
      return { details, hold, heldRequest };
    case 'refused':
      return { details, refusal: event.refusal };
    case 'held':
      return { details, hold: event.hold, heldRequest: event.request };
    case 'expired':
      return hold ? { details, hasExpired: true } : flow;
    case 'released':
      return { details, isReleased: true };
    case 'confirmed':
      return { details };
  }
}

/** The step to show at an entry of the history; `undefined` is the entry at which a time is chosen. */
export function stepAt(entry: StepEntry | undefined, flow: Flow): BookingStep {
  if (!entry) return 'choose';
  if (entry.step !== 'held') return entry.step;
  if (flow.hold) return 'held';
  return flow.hasExpired ? 'expired' : 'details';
}

// The states of the booking flow, from choosing a time to the e-mail. All transitions are defined here.

import type { publicCalendars, Slot } from '#contract/booking/public.ts';
import type { Output } from '#contract/lib/service.ts';

export type Hold = Output<typeof publicCalendars.insertEvent>;

/** The visitor's input. Every step preserves it: nothing has to be typed twice. */
export interface Details {
  name: string;
  eMail: string;
  phoneNumber: string;
  /** The subject, if no service is booked. */
  title: string;
  description: string;
  sendSms: boolean;
}

export const emptyDetails: Details = {
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

export interface Flow {
  step: 'choose' | 'details' | 'held' | 'expired' | 'confirmed';
  slot?: Slot;
  details: Details;
  hold?: Hold;
  /** Set if another visitor booked the time first. */
  refusal?: HoldRefusal;
  /** Set after the visitor released the hold. */
  isReleased?: boolean;
}

export type FlowEvent =
  | { to: 'typed'; details: Partial<Details> }
  | { to: 'picked'; slot: Slot }
  | { to: 'back' }
  | { to: 'refused'; refusal: HoldRefusal }
  | { to: 'held'; hold: Hold }
  | { to: 'expired' }
  | { to: 'released' }
  | { to: 'confirmed' };

export const initialFlow = (details = emptyDetails): Flow => ({ step: 'choose', details });

/** Returns the next state. Ignores events that the current state does not allow. */
export function reduceFlow(flow: Flow, event: FlowEvent): Flow {
  const { details } = flow;
  switch (event.to) {
    case 'typed':
      return { ...flow, details: { ...details, ...event.details } };
    case 'picked':
      return flow.step === 'held' ? flow : { step: 'details', details, slot: event.slot };
    case 'back':
      return flow.step === 'held' ? flow : { step: 'choose', details };
    case 'refused':
      return flow.step === 'held' ? flow : { step: 'details', details, slot: flow.slot, refusal: event.refusal };
    case 'held':
      return { step: 'held', details, hold: event.hold, slot: { start: event.hold.start, end: event.hold.end } };
    case 'expired':
      return flow.step === 'held' ? { ...flow, step: 'expired', hold: undefined } : flow;
    case 'released':
      return flow.step === 'held' ? { step: 'choose', details, isReleased: true } : flow;
    case 'confirmed':
      return flow.step === 'held' ? { ...flow, step: 'confirmed' } : flow;
  }
}

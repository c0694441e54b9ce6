// The way from choosing a time to the mail, as states; what can follow what is decided here and nowhere else.

import type { publicCalendars, Slot } from '#contract/booking/public.ts';
import type { Output } from '#contract/lib/service.ts';

export type Hold = Output<typeof publicCalendars.insertEvent>;

/** What the visitor types; kept through every step, so that nothing has to be typed twice. */
export interface Details {
  name: string;
  eMail: string;
  phoneNumber: string;
  /** What it is about, where no service says it. */
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

/** Why a time could not be held, and the nearest free ones. */
export interface HoldRefusal {
  message: string;
  nearest: Slot[];
}

export interface Flow {
  step: 'choose' | 'details' | 'held' | 'expired' | 'confirmed';
  slot?: Slot;
  details: Details;
  hold?: Hold;
  /** Somebody was faster. */
  refusal?: HoldRefusal;
  /** The time was given back a moment ago. */
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

/** The state after a move. A move that a state does not allow leaves it as it is. */
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

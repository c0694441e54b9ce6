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

export const noDetails: Details = {
  name: '',
  eMail: '',
  phoneNumber: '',
  title: '',
  description: '',
  sendSms: true,
};

/** Why a time could not be held, and the nearest free ones. */
export interface Refused {
  message: string;
  nearest: Slot[];
}

export interface Flow {
  step: 'choose' | 'details' | 'held' | 'expired' | 'agreed';
  slot?: Slot;
  details: Details;
  hold?: Hold;
  /** Somebody was faster. */
  refused?: Refused;
  /** The time was given back a moment ago. */
  letGo?: boolean;
}

export type Move =
  | { to: 'typed'; details: Partial<Details> }
  | { to: 'picked'; slot: Slot }
  | { to: 'back' }
  | { to: 'refused'; refused: Refused }
  | { to: 'held'; hold: Hold }
  | { to: 'expired' }
  | { to: 'letGo' }
  | { to: 'agreed' };

export const startFlow = (details = noDetails): Flow => ({ step: 'choose', details });

/** The state after a move. A move that a state does not allow leaves it as it is. */
export function follow(flow: Flow, move: Move): Flow {
  const { details } = flow;
  switch (move.to) {
    case 'typed':
      return { ...flow, details: { ...details, ...move.details } };
    case 'picked':
      return flow.step === 'held' ? flow : { step: 'details', details, slot: move.slot };
    case 'back':
      return flow.step === 'held' ? flow : { step: 'choose', details };
    case 'refused':
      return flow.step === 'held' ? flow : { step: 'details', details, slot: flow.slot, refused: move.refused };
    case 'held':
      return { step: 'held', details, hold: move.hold, slot: { start: move.hold.start, end: move.hold.end } };
    case 'expired':
      return flow.step === 'held' ? { ...flow, step: 'expired', hold: undefined } : flow;
    case 'letGo':
      return flow.step === 'held' ? { step: 'choose', details, letGo: true } : flow;
    case 'agreed':
      return flow.step === 'held' ? { ...flow, step: 'agreed' } : flow;
  }
}

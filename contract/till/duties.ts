// The countries whose law says how a shop records its sales, and which modes of the till they allow.
import type { TillMode } from './places.ts';

/** The law of a country about cash registers. A country that is not listed counts as having a duty. */
export interface TillDuty {
  /** Sales must be recorded or signed by a certified, registered or connected device. */
  needsDevice: boolean;
  /** The law, as it names itself. */
  source: string;
  /** When it was looked up. */
  checked: string;
}

/** By ISO code. */
export const tillDuties: Readonly<Record<string, TillDuty>> = {
  AT: {
    needsDevice: true,
    source: 'Bundesabgabenordnung § 131b, Registrierkassensicherheitsverordnung',
    checked: '2026-11-30',
  },
  DE: { needsDevice: true, source: 'Abgabenordnung § 146a, Kassensicherungsverordnung', checked: '2026-11-30' },
  LV: {
    needsDevice: true,
    source: 'Ministru kabineta noteikumi Nr. 96 (2014-02-11), Nr. 95 (2014-02-11)',
    checked: '2026-11-30',
  },
};

/** The modes that a country allows: one with a duty, or that is not known, none but a registered device beside. */
export function allowedModes(country: string): readonly TillMode[] {
  return tillDuties[country]?.needsDevice === false ? ['off', 'plain', 'beside'] : ['off', 'beside'];
}

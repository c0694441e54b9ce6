// Reads the consent of a customer from a cell.
import { folded } from '#contract/lib/folded.ts';

/** `refused` is only a lack of consent; `withdrawn` stays so whatever a later file says. */
export type StatedConsent = 'given' | 'refused' | 'withdrawn';

const patterns: [StatedConsent, RegExp][] = [
  [
    'withdrawn',
    /^(withdrawn|opt(ed)?[- ]?out|unsubscribed?|abgemeldet|widerrufen|desabonne|desinscrit|baja|cancelado|atsakyta|atteicies|bounced|cleaned)$/,
  ],
  [
    'given',
    /^(1|x|y|yes|true|ja|j|oui|o|si|s|da|tak|ano|taip|t|wahr|vrai|verdadero|given|granted|opt(ed)?[- ]?in|subscribed|abonniert|angemeldet|accepted|accepts|on)$/,
  ],
  ['refused', /^(0|n|no|false|nein|non|ne|nee|nie|falsch|faux|falso|off|not subscribed|declined)$/],
];

/** Undefined where the cell says nothing that is certain, such as "unknown". */
export function readConsent(cell: string): StatedConsent | undefined {
  const text = folded(cell).trim();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

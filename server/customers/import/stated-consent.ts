// Reads the consent of a customer from a cell.
import { folded } from '#contract/lib/folded.ts';

/** `refused` is only a lack of consent; `withdrawn` stays so whatever a later file says. */
export type StatedConsent = 'given' | 'refused' | 'withdrawn';

const patterns: [StatedConsent, RegExp][] = [
  [
    'withdrawn',
    /^(withdrawn|revoked|opt(ed)?[- ]?out|unsubscribed?|abgemeldet|abbestellt|widerrufen|desabonnee?|desinscrite?|baja|cancelad[oa]|atsakyta|atsisake|atteicies|wypisan[ya]|afgemeld|disiscritt[oa]|отписан[а]?|bounced|cleaned|complain(ed|t)|spam|blocked)$/u,
  ],
  [
    'given',
    /^(1|x|y|yes|true|ja|j|oui|o|si|s|da|tak|ano|taip|t|igen|evet|kylla|jah|да|д|wahr|vrai|verdadero|vero|prawda|given|granted|agreed|consented|opt(ed)?[- ]?in|subscribed|abonniert|angemeldet|zugestimmt|erteilt|abonnee?|inscrite?|suscrit[oa]|iscritt[oa]|zapisan[ya]|ingeschreven|accepted|accepts|on|✓|✔|☑)$/u,
  ],
  [
    'refused',
    /^(0|n|no|false|nein|non|ne|nee|nie|nem|ei|hayir|нет|не|falsch|faux|falso|falsz|off|(not|never) subscribed|nicht (abonniert|angemeldet|zugestimmt)|non abonnee?|declined|refused|abgelehnt|refusee?|rechazad[oa]|☐|✗)$/u,
  ],
];

/** Undefined where the cell says nothing that is certain, such as "unknown". */
export function readConsent(cell: string): StatedConsent | undefined {
  const text = folded(cell).trim();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

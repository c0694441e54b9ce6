// Reads the consent of a customer from a cell.
import { folded } from '#contract/lib/folded.ts';

/** `refused` is only a lack of consent; `withdrawn` stays so whatever a later file says. */
export type StatedConsent = 'given' | 'refused' | 'withdrawn';

const patterns: [StatedConsent, RegExp][] = [
  [
    'withdrawn',
    /^(withdrawn|revoked|opt(ed)?[- ]?out|unsubscribed?|abgemeldet|abbestellt|widerrufen|desabonnee?|desinscrite?|baja|cancelad[oa]|atsakyta|atsisake|atteicies|wypisan[ya]|afgemeld|disiscritt[oa]|отписан[а]?|відписан[а]?|bounced|cleaned|complain(ed|t)|spam|blocked)$/u,
  ],
  [
    'given',
    /^(1|x|y|yes|true|ja|j|oui|o|si|s|da|tak|ano|taip|t|igen|evet|kylla|jah|да|д|так|wahr|vrai|verdadero|vero|prawda|given|granted|agreed|consented|opt(ed)?[- ]?in|subscribed|abonniert|angemeldet|zugestimmt|erteilt|abonnee?|inscrite?|suscrit[oa]|iscritt[oa]|zapisan[ya]|ingeschreven|accepted|accepts|confirmed|bestatigt|on|✓|✔|☑)$/u,
  ],
  [
    'refused',
    /^(0|n|no|false|nein|non|ne|nee|nej|nei|nie|nem|ei|hayir|нет|не|ні|ei|falsch|faux|falso|falsz|off|(not|never) subscribed|nicht (abonniert|angemeldet|zugestimmt)|non abonnee?|declined|refused|abgelehnt|refusee?|rechazad[oa]|☐|✗)$/u,
  ],
];

/** Words that say it wherever they stand, before the first words of a text are looked at. */
const within: [StatedConsent, RegExp][] = [
  ['withdrawn', /widerspr|widerruf|opt(ed)?[- ]?out|unsubscri|abgemeldet|abbestellt|desabonn|desinscri|revoke|withdr/],
  ['given', /opt[- ]?in.*(bestatigt|confirmed|confirme|yes|ja\b)/],
];

/** Undefined where the cell says nothing that is certain, such as "unknown". */
export function readConsent(cell: string): StatedConsent | undefined {
  const text = folded(cell).trim();
  const stated = (given: string) => patterns.find(([, pattern]) => pattern.test(given))?.[0];
  // A date or a channel follows: `ja (12.3.2020)`, `yes, by e-mail`.
  const [first = ''] = /^\p{L}{2,}(?=[\s,;:(/.-])/u.exec(text) ?? [];
  return stated(text) ?? within.find(([, pattern]) => pattern.test(text))?.[0] ?? stated(first);
}

/** Of several columns, the one that permits the least. */
export function leastOf(stated: readonly (StatedConsent | undefined)[]): StatedConsent | undefined {
  return (['withdrawn', 'refused', 'given'] as const).find((one) => stated.includes(one));
}

/** Whether a cell of a column such as `Blocked` or `Opted out` says so: with a word, or with the day of it. */
export function saysYes(cell: string): boolean {
  const stated = readConsent(cell);
  const isDay = /\d[-./ ]\d|\d[. ]+\p{L}{3}/u.test(cell) && /[1-9]/.test(cell);
  return stated === undefined ? isDay : stated !== 'refused';
}

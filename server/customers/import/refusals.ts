// Recognizes the headings of columns that say who wants no messages: there, "yes" is the opposite of a consent.

/** The words of a heading, and all of them joined. */
interface Words {
  words: readonly string[];
  all: string;
}

const some = ({ words }: Words, pattern: RegExp) => words.some((word) => pattern.test(word));

const leaving =
  /^(unsub\p{L}*|optouts?|abgemeldet|\p{L}*(abmeldung|abmeldedatum|abbestellung)|abbestell\p{L}*|widerspr\p{L}*|\p{L}*werb\p{L}*(widerspruch|sperre|verbot)|widerruf\p{L}*|desinscri\p{L}*|desabonn\p{L}*|desuscri\p{L}*|disiscri\p{L}*|atteic\p{L}*|atteik\p{L}*|atsak\p{L}*|atsisak\p{L}*|wypisan\p{L}*|sprzeciw\p{L}*|afgemeld|uitgeschreven|odhlasen\p{L}*|leiratkoz\p{L}*|отписан\p{L}*|отписк\p{L}*|отказ\p{L}*|відписан\p{L}*|відмов\p{L}*)$/u;
const negation =
  /^(no|not|dont|kein|keine|keinen|nicht|ne|non|pas|nao|geen|niet|nie|ingen|inga|inte|ikke|ei|nenori|nesutink\p{L}*|nevelas|nepiekrit\p{L}*|не|без)$/u;
const message =
  /^(e?mails?|\p{L}*mailings?|sms|texts?|\p{L}*newsletter\p{L}*|\p{L}*marketing\p{L}*|\p{L}*werbung|markkinoin\p{L}*|promotions?|promo|publici(dad|te)|pubblicita|pub|reklam\p{L}*|rinkodar\p{L}*|reclame|courriels?|correos?|messages?|messaggi|nachrichten|рассылк\p{L}*|розсилк\p{L}*)$/u;
const contacting =
  /^(contact(er|ed|ar|eren|are)?|kontakt(ieren|ujte|owac)?|anschreiben|communicate|disturb|deranger)$/u;
const blocked =
  /^(blocked|banned|gesperrt|blockiert|bloque[eas]?|bloquead[oa]s?|blokets|uzblokuot[oa]s?|zablokowan[ya]|geblokkeerd|bloccat[oa]|blokovan[ya]|sparrad|blacklist(ed)?|sperrliste|blockliste?|заблокирован\p{L}*|заблокован\p{L}*)$/u;
const list =
  /(schwarzeliste|listenoire|listanegra|listanera|czarn(?:a|ej)lis(?:cie|ta|ty)|cernalistina|melnaissaraksts|juodasissarasas|zwartelijst|svartlista|mustalista|черн\p{L}{2}спис|чорн\p{L}{2}спис)/u;
/** A thing said about a refusal, and refusals of something else. */
const about =
  /^(reason|grund|motif|motivo|source|quelle|campaign|link|url|ip|by|von|par|until|bis|count|number|sent|gdpr|dsgvo|rgpd|photos?|fotos?|calls?|reminders?|erinnerung\p{L}*|whatsapp)$/u;

/** Of all messages, as a list of blocked customers is; of e-mails or of SMS. */
export function refusalIn(heading: Words): 'blocked' | 'emailRefused' | 'smsRefused' | undefined {
  if (some(heading, about)) return undefined;
  if (some(heading, blocked) || list.test(heading.all)) return 'blocked';
  if (isNot(heading, contacting)) return 'blocked';
  const isLeaving = some(heading, leaving) || (/opt(ed)?out/.test(heading.all) && !/opt(ed)?in/.test(heading.all));
  if (!isLeaving && !isNot(heading, message)) return undefined;
  return some(heading, /^(sms|texts?|смс)$/u) ? 'smsRefused' : 'emailRefused';
}

/** Of the first words that are looked at: `Customer does not want e-mails`. */
const maxBefore = 4;

/** A "no" behind a word is its number or an answer, and a number with "of": `Contact no`, `Newsletter (no/yes)`. */
function isNot({ words }: Words, what: RegExp): boolean {
  const no = words.slice(0, maxBefore).findIndex((word) => negation.test(word));
  return no >= 0 && words[no + 1] !== 'of' && words.slice(no + 1).some((word) => what.test(word));
}

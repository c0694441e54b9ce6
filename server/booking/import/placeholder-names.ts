// Recognizes the names that programs give to a customer whom they do not know.
import { folded } from '#contract/lib/folded.ts';

/** Whole names, folded and without anything but letters. */
const placeholders = new RegExp(
  `^(?:${`
  (the)?walkins?(clients?|customers?|guests?|klient[sa]?|kund[ei]n?|clientes?|cliente?)? (no|without)(client|customer)s?
  (no|without)(name|appointment) (anonymous|unknown|casual|cash|guest|dropin)(client|customer|guest|name)? passerby
  dropin passingtrade
  lauf(kundschaft|kund(e|in|en)) gast(kund(e|in))? kein(e|en)?(kund(e|in)|name) ohne(kund(e|in)|name[n]?|termin)
  kund(e|in)ohne(namen?|termin) (anonym|unbekannt|spontan)(er?|e)?(kund(e|in)|gast)? passant(in)?
  (client(e)?)?(depassage|sansr(dv|endezvous)) (client(e)?)?(anonyme|inconnue?|divers|comptoir) invitee? sans(nom|client(e)?)
  (aucun|pasde)client(e)?
  (client[ea])?(sincita|depaso) (client[ea])?(anonim[oa]|desconocid[oa]|invitad[oa]|generic[oa]|ocasional|decontado)
  sin(client[ea]|nombre) ningunclient[ea] consumidorfinal
  garamgajej(s|a) (klient[se])?bez(pieraksta|varda) bezklienta navklienta (nezinam|anonim|gadijuma)(s|a)?(klient[se])? viesis
  (klient(as|e))?be(registracijos|issankstinesregistracijos|vardo) bekliento nerakliento svecias
  (nezinom|anonim|anonimin|atsitiktin)(as|a|is|e)(klient(as|e))? praeivis
  (cliente)?dipassaggio (cliente)?(anonimo|sconosciuto) ospite senza(appuntamento|nome) nessuncliente
  (klient)?zulicy gosc (klient)?bez(klienta|nazwy|wizyty) (klient)?anonimowy passanten inloop(klant)? los(se)?klant
  geenklant (onbekende|anonieme)klant гость безклиента (случайный|неизвестный)клиент клиентсулицы`
    .trim()
    .split(/\s+/)
    .join('|')})$`,
  'u',
);

/** Whether a name stands for customers whom no one asked for theirs, such as "Walk-In" or "Laufkundschaft". */
export function isPlaceholder(name: string): boolean {
  return placeholders.test(folded(name).replaceAll(/\P{L}/gu, ''));
}

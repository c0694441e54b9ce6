// Recognizes the headings of services and appointments by their words, where the whole heading is unknown.
import type { BookingColumn, BookingKind } from '#contract/booking/import.ts';
import { exactly, type Heading, hasWord as has } from '#server/customers/import/headings.ts';

/** Several columns can hold these: `Cancelled` beside the state. Customers have several numbers. */
export const canRepeat = (field: BookingColumn) => field === 'notes' || field === 'status' || field === 'phoneNumber';

const begins =
  /^(starts?|starting|begins?|beginnt?|anfang|debut|inicio|comienzo|sakum\p{L}*|pradz\p{L}*|inizio|rozpocz\p{L}*|poczat\p{L}*|zacat\p{L}*|od|from|von|de|algus|alkaa|alkaen|aloitus\p{L}*|начал\p{L}*|початок)$/u;
const ends =
  /^(ends?|ende|endet|finish\p{L}*|until|bis|fin|finalizacion|beig\p{L}*|pabaig\p{L}*|fine|zakoncz\p{L}*|koniec|konec|do|hasta|lidz|iki|eind\p{L}*|slut\p{L}*|lopp\p{L}*|paatty\p{L}*|конец|окончани\p{L}*|кінець|завершення)$/u;
const days =
  /^(date|day|datums?|\p{L}*datum|tag|jour|fecha|dia|diena|data|dzien|giorno|dag|dato|den|paiva\p{L}*|pvm|kuupaev|дата|день|am)$/u;
const clocks =
  /^(time|hour|uhrzeit|\p{L}*zeit|heure|hora|laiks|laikas|ora|orario|tijd\p{L}*|eindtijd|godzin[ay]|cas|kell\p{L}*|klockan|um|время|час)$/u;
/** Days and times of something else, and what is said about them. */
const otherTimes =
  /^(created|creation|reminder|registration|registered|booked|cancel\p{L}*|storn\p{L}*|absage\p{L}*|erstell\p{L}*|anlage\p{L}*|rechnungs\p{L}*|bestell\p{L}*|zahl\p{L}*|ander\p{L}*|aanmaak\p{L}*|boekings\p{L}*|modified|updated|birth|paid|payment|issued|arrival|wait|zone|timezone|buffer|extra|by|reason|invoice|erstellt|buchungsdatum|buchung|geburts\p{L}*|naissance|nacimiento|creation|creacion|email|phone|id|drive|travel)$/u;
const visits =
  /^(geplant\p{L}*|prevue?s?|programad[oa]|programmat[oa]|planuot\p{L}*|planot\p{L}*|planowan\p{L}*|zaplanowan\p{L}*|planovan\p{L}*|запланирован\p{L}*|appointments?|bookings?|booked|visits?|events?|eventos?|reservations?|sessions?|termin\p{L}*|rendez|vous|rdv|cita|reserva|vizit\p{L}*|pierakst\p{L}*|appuntament[oi]|prenotazion[ei]|wizyt[ay]|afspraak|bokning|визит\p{L}*|візит\p{L}*|запис\p{L}*|прием\p{L}*|services?)$/u;
const staff =
  /^(staff|employe{1,2}s?|teammitglied(er)?|membres?|miembros?|membr[oi]|czlone[kc]\p{L}*|teamlid|\p{L}*mitarbeiter(in)?|providers?|practitioners?|stylists?|therapists?|barbers?|beauticians?|specialists?|technicians?|hosts?|kosmetiker(in)?|friseur(in)?|coiffeu(r|se)|praticien(ne)?s?|collaborat(eur|rice)s?|employee?|profesional(es)?|emplead[oa]s?|darbiniek[si]|meistar[sie]|specialist[sai]*|darbuotoja[si]?|meistra[si]|operatore|dipendent[ei]|medewerkers?|pracowni\p{L}*|zamestnan\p{L}*|behandler(in)?|behandelaar|medarbetare|medarbejder|medarbeider|tyontekija|tekija|tootaja|teenindaja|meistr\p{L}*|маистер|маистр\p{L}*|співробітник\p{L}*|спеціаліст\p{L}*|фахівець|виконавець|стилист\p{L}*|специалист\p{L}*|мастер|сотрудник\p{L}*|instructor|consultant)$/u;
const noName = /^(email|mail|phone|mobile|id|number|no|nr|notes?|category|code|commission|comments?)$/;
const services =
  /^(services?|treatments?|\p{L}*leistung(en)?|dienstleistung(en)?|behandlung(en)?|prestations?|soins?|servicios?|tratamientos?|pakalpojum\p{L}*|procedur\p{L}*|paslaug\p{L}*|servizi[o]?|trattament[oi]|behandeling(en)?|uslug\p{L}*|zabieg\p{L}*|sluzb\p{L}*|tjanst\p{L}*|ydelse\p{L}*|palvelu\p{L}*|teenus\p{L}*|послуг\p{L}*|услуг\p{L}*|процедур\p{L}*)$/u;
const names =
  /^(names?|titles?|nom|nombre|nome|nosaukums|pavadinimas|nazwa|nazev|naam|название|bezeichnung|der|la|de|il|du|booked|description)$/;
const lengths =
  /^(\p{L}*dauer|duration|length|duree|duracion|ilgums|trukme|durata|trwania|duur|delka|varighe[dt]|varaktighet|langd|kestus|kesto|длительность|продолжительность|тривалість)$/u;
const prices =
  /^(price|amount|cost|\p{L}*preis|betrag|prix|montant|precio|importe|cena|kaina|prezzo|prijs|pris|hind|hinta|wartosc|цена|стоимость|ціна|вартість)$/u;
const noPrice = /^(type|paid|deposit|tips?|discount|tax|vat|status|currency|name)$/;
const states =
  /^(status|state|statuss|statut|estado|etat|stato|stan|stav|busena|stavoklis|tila|olek|статус|стан|состояние|(?!zahlung|bezahl|betal|maksu|rechnung|konto)\p{L}*status)$/u;
const noStates = /^(payment|paid|paiement|pago|pagamento|platnosci|maksu|invoice|email|sms|deposit|order)$/;
/** Columns that say yes, or when. */
const cancelled =
  /^(is|markedas)?(storno|stornierungs|absage|cancell?ed|cancell?ation|storniert|storno|abgesagt|annulee?|cancelad[oa]|noshow|atcelts|atsaukta|anulowan[ya]|annullat[oa]|отменен[оа]?)(date|time|datetime|at|on|am|datum|zeit|le|el|il)?$/;
const bookedFrom =
  /^((booked|reserved|scheduled|gebucht|reserviert)(from|start|von|ab)|when|wann|quand|cuando|quando|kad|kada|kiedy|kdy|wanneer|nar|millal|milloin|когда|коли)$/;
const bookedTo = /^(booked|reserved|scheduled|gebucht|reserviert)(to|till|until|end|bis)$/;
/** Time between two appointments. */
const breaks =
  /^(buffers?|puffer\p{L}*|break|pauses?|pausa|pauze|przerwa|prestavka|paus|tauko|partraukums|pertrauka|перерыв|перерва)$/u;
const befores = /^(before|vor|vorher|avant|antes|prima|przed|pred|pirms|pries|voor|fore|innan|до|перед)$/;
const afters = /^(after|nach|nachher|apres|despues|depois|dopo|po|pec|na|efter|jalkeen|после|після)$/;
const numbers = /^(id|uuid|ref|reference|number|nr|no|code|nummer)$/;

const extraTimes = `tempsdebattement temps(supplementaire|additionnel) temposupplementare tiempo(adicional|extra)
  zusatzzeit zusatzlichezeit extratijd dodatkowyczas papildulaiks papildomaslaikas`;
const serviceNumbers = `kods kodas id(del)?servizio id(de(l|la))?(servicio|prestation|service) (dienst)?leistungsid
  iduslugi dienstid`;

const rules: Record<BookingKind, [BookingColumn, (heading: Heading) => boolean][]> = {
  appointments: [
    [
      'status',
      (heading) =>
        cancelled.test(heading.all) || heading.all === 'label' || (has(heading, states) && !has(heading, noStates)),
    ],
    // `Booked from` and `Booked till`, beside `Booked on`, which is a time of something else.
    ['start', (heading) => bookedFrom.test(heading.all)],
    ['end', (heading) => bookedTo.test(heading.all)],
    ['end', (heading) => isTime(heading, ends) && has(heading, days)],
    ['endTime', (heading) => isTime(heading, ends)],
    ['start', (heading) => isTime(heading, begins)],
    ['date', (heading) => isTime(heading, days)],
    ['time', (heading) => isTime(heading, clocks)],
    ['minutes', (heading) => has(heading, lengths)],
    [
      'person',
      (heading) =>
        (has(heading, staff) && !has(heading, noName)) ||
        exactly(
          'username idusersprovider nombre(del)?usuario benutzername nomdelutilisateur (bei|mit)wem mit avec(qui)? con(quien|chi)?',
        ).test(heading.all),
    ],
    ['price', (heading) => has(heading, prices) && !has(heading, noPrice)],
    [
      'id',
      (heading) =>
        has(heading, numbers) &&
        !has(heading, services) &&
        (has(heading, visits) || /^(confirmation|order)(number|no|nr|ref|reference)$/.test(heading.all)),
    ],
    ['service', (heading) => isTypeOfVisit(heading) || heading.all === 'idservices'],
    ['title', (heading) => has(heading, visits) && has(heading, /^(title|subject|titel)$/)],
    ['location', (heading) => /^(center|centre|studio|филиал|site|clinic)(name)?$/.test(heading.all)],
    ['notes', (heading) => /^(notatk[ai]|комментари[ий]|internalnotes?)$/.test(heading.all)],
  ],
  services: [
    ['minutes', (heading) => has(heading, lengths)],
    ['price', (heading) => has(heading, prices) && !has(heading, noPrice)],
    ['category', (heading) => has(heading, /^(\p{L}*categor(y|ies|ia|ias|ie)|\p{L}*kategori\p{L}*|категори\p{L}*)$/u)],
    [
      'description',
      (heading) =>
        has(heading, /^(description|beschreibung|descripcion|descrizione|apraksts|aprasymas|opis|описание)$/),
    ],
    ['person', (heading) => has(heading, staff) && !has(heading, noName)],
    ['variation', (heading) => /^(pricing|price|variant)(name|option)$/.test(heading.all)],
    ['bufferBefore', (heading) => has(heading, breaks) && has(heading, befores)],
    [
      'bufferAfter',
      (heading) => exactly(extraTimes).test(heading.all) || (has(heading, breaks) && has(heading, afters)),
    ],
    ['service', isTypeOfVisit],
    ['service', (heading) => exactly('nome naam naziv название').test(heading.all)],
    ['id', (heading) => exactly(serviceNumbers).test(heading.all)],
  ],
};

function isTime(heading: Heading, words: RegExp): boolean {
  return (
    !has(heading, otherTimes) &&
    has(heading, words) &&
    heading.words.every((word) => begins.test(word) || ends.test(word) || isOfTime(word))
  );
}

const isOfTime = (word: string) =>
  days.test(word) ||
  clocks.test(word) ||
  visits.test(word) ||
  /^(at|on|and|und|et|un|ir|y|e|i|a|и|du|de|del|des|der|le|el|la|inizio)$/.test(word);

/** `Event type name`, `Name der Leistung`. */
function isTypeOfVisit(heading: Heading): boolean {
  const isType =
    has(heading, /^(type|typ|art|tipo|kind)$/) && has(heading, visits) && !has(heading, /^(price|payment)$/);
  return isType || (has(heading, services) && heading.words.every((word) => services.test(word) || names.test(word)));
}

/** Undefined where no word is known. */
export function columnOfWords(
  kind: BookingKind,
  heading: Heading,
  taken: ReadonlySet<BookingColumn>,
): BookingColumn | undefined {
  const isHalf = (field: BookingColumn) =>
    field === 'person' && has(heading, /^(last|family)$|surname|nachname|cognome/);
  const isFree = (field: BookingColumn) => !taken.has(field) || canRepeat(field) || isHalf(field);
  return rules[kind].find(([field, isOne]) => isFree(field) && isOne(heading))?.[0];
}

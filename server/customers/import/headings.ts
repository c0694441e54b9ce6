// Recognizes the headings of columns of customers by their words, in the languages of Europe.
import type { ImportField } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { refusalIn } from './refusals.ts';

/** The heading without accents, spaces and marks. */
export function plainHeading(title: string): string {
  return folded(title).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Several columns can hold these. */
export const isRepeatable = (field: ImportField) => repeatable.has(field);
const repeatable = new Set<ImportField>([
  ...(['eMail', 'phoneNumber', 'notes', 'tags'] as const),
  ...(['emailConsent', 'smsConsent', 'emailRefused', 'smsRefused', 'blocked'] as const),
]);

/** The first meaning that the heading has and no other column holds; undefined where it has none. */
export function fieldOfWords(title: string, taken: ReadonlySet<ImportField>): ImportField | undefined {
  const heading = headingOf(title);
  if (heading.words.length === 0) return undefined;
  const refusal = refusalIn(heading);
  if (refusal) return refusal;
  if (isOther(heading)) return undefined;
  const part = further.find(([, pattern]) => pattern.test(heading.bare));
  return part?.[0] ?? rules.find(([field, isOne]) => (!taken.has(field) || isRepeatable(field)) && isOne(heading))?.[0];
}

/** Whether the heading says that its column has the last name before the first one. */
export function isLastNameFirst(title: string): boolean {
  const { words } = headingOf(title);
  const [first, last] = [
    words.findIndex((word) => firstWords.test(word)),
    words.findIndex((word) => lastWords.test(word)),
  ];
  return first > last && last >= 0;
}

/** Whether the heading is that of mobile numbers, which get SMS. */
export function isMobile(title: string): boolean {
  return headingOf(title).words.some((word) => mobile.test(word));
}

const mobile =
  /mobil|^(mobiel|mobitel|mob|моб|cell|cellulare|celular|handy|movil|portable|gsm|sms|telemovel|komork|kom$|matkapuhelin|сотов|κινητο)/u;

/** The name that a program shows, which is the whole one. */
const shown =
  /^(full|complet|display|vollstandig|volledig|teljes|pelne|anzeige|affich|wyswietl|visualizz|zobraz|weergave|visning|vist$)/;

/** Whether the heading means a whole name. */
export function isWholeName(title: string): boolean {
  const heading = headingOf(title);
  return isBoth(heading) || heading.words.some((word) => shown.test(word));
}

export interface Heading {
  words: string[];
  /** Without those that say whose value it is, and joined. */
  bare: string;
  /** All of them, joined. */
  all: string;
}

/** Of a heading (characters, words): longer texts, addresses and numbers are values. */
const maxHeading = 100;
const maxWords = 10;

export function headingOf(title: string): Heading {
  if (title.length > maxHeading || /@|\d{4}/.test(title)) return { words: [], bare: '', all: '' };
  const spaced = title.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  const plain = folded(spaced)
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
    // E-mail and its like are one word.
    .replaceAll(/(?<=^| )(e|el|эл|ел) (?=(?:mail|meil|past|post|почт|пошт))/g, '$1');
  const words = plain.split(' ').filter(Boolean).slice(0, maxWords);
  const own = words
    .map((word) => word.replace(/^kunden(?=\p{L}{3})/u, ''))
    .filter((word) => !owners.test(word) && !fillers.test(word));
  return { words, bare: own.join(''), all: words.join('') };
}

/** The words alone, or each alternative of theirs. */
export const exactly = (text: string) => new RegExp(`^(?:${text.trim().replaceAll(/\s+/g, '|')})$`);
export const hasWord = ({ words }: Heading, pattern: RegExp) => words.some((word) => pattern.test(word));
const has = hasWord;

/** Whether it names a customer: `Client e-mail`, `Nom du client`. */
export const isOfCustomer = (heading: Heading) => hasWord(heading, owners);

/** Words for a customer: `Client e-mail`, `Nom du client`. */
const owners =
  exactly(`clients? clientes? clienta customers? kunden? kundin(nen)? kunds? kundens klient klienta klientas
  klients klienti kliento klientka klientu klant(en)? invitee invitad[oa] guests? attendee patient(in)? pacient[as]? asiakas asiakkaan
  musteri ugyfel stranka zakaznik[a]? клиент клиента клієнт клієнта kliendi contacts? kontakt gast member`);
const fillers = exactly(
  'de des del du d di dei dello della delle of the a la le les el der die das dem den zum zur vom von van do',
);

/** Columns of something else, though a word of theirs is that of a field. */
const others =
  /fax|^(pager|telex|beeper|telecopie|l?assist\p{L}*|pronunciation|phonetic|yomi|verified|emergency|notfall|urgence|emergencia|mailing|extension|vorwahl|prefix|indicatif|staff|mitarbeiter\p{L}*|employee|username|user|has|countrycode)$/u;

function isOther(heading: Heading): boolean {
  const { words } = heading;
  if (words.some((word) => others.test(word))) return true;
  const ends = /^(label|typ|type|status|code)$/.test(words.at(-1) ?? '');
  if (words.length > 1 && ends && !has(heading, consent)) return true;
  // The kind of an address, and the name that a program shows for it.
  return has(heading, mail) && has(heading, ofAddress);
}

const ofAddress =
  /^(type?|tipo|typ|name|navn|namn|nome?|nombre|jmeno|nazwa|nimi|\p{L}*(visningsnamn|displayname)|posttyp)$/u;

const agreement =
  /^(consent|consents|consentement|consentimiento|consenso|consentimento|opt|optin|optedin|opted|permission|subscri\p{L}*|einwillig\p{L}*|zustimm\p{L}*|piekris\p{L}*|sutik\p{L}*|zgod\p{L}*|souhlas|suhlas|toestemming|samtycke|godkan\p{L}*|tilladelse|tillatelse|suostumus|\p{L}*lupa|nousolek|hozzajarul\p{L}*|acord|згод\p{L}*|соглас\p{L}*|accept\p{L}*|akzept\p{L}*|acept\p{L}*|acconsent\p{L}*|agree\p{L}*|receive|abonn\p{L}*)$/u;
const promotion =
  /^(\p{L}*marketing\p{L}*|newsletter\p{L}*|\p{L}*werb(ung|e)\p{L}*|promotion(s|al)?|rinkodar\p{L}*|boletin\p{L}*|jaunum\p{L}*|jaunien\p{L}*|naujienlaisk\p{L}*|nieuwsbrief|nyhetsbrev|mailings|nyhedsbrev\p{L}*|uutiskirje|uudiskir\p{L}*|hirlevel|utskick|markkinointi\p{L}*|naujien\p{L}*|publici(dad|te)|pubblicita|reklam\p{L}*|infolettre|рассылк\p{L}*|розсилк\p{L}*)$/u;
const consent = new RegExp(`${agreement.source}|${promotion.source}`, 'u');
/** Consent to something else, and what is said about it. */
const noConsent =
  /^(gdpr|dsgvo|rgpd|rodo|privacy|datenschutz\p{L}*|terms|agb|data|datos|daten|donnees|photos?|fotos?|health|date|dates?|datum|fecha|time|timestamp|source|quelle|channel|kanal|campaign|reason|plan|ip|payments?|online|reminders?|erinnerung\p{L}*|whatsapp|call)$/u;

const isSms = (heading: Heading) => has(heading, /^(sms|texts?|tekstiviesti\p{L}*|смс)$/u);
const isMail = (heading: Heading) => has(heading, mail);
const isConsent = (heading: Heading) =>
  !has(heading, noConsent) &&
  (has(heading, promotion) ||
    (has(heading, agreement) && (isMail(heading) || isSms(heading))) ||
    /^tekstiviestilupa$|(comunicacion|comunicazion|communication)\p{L}*com+ercial/u.test(heading.all));

const mail =
  /^(\p{L}*e?mail(s|adress\p{L}*|adres|id|ova)?|electronique|ταχυδρομειο|courriel|mel|messagerie|correo|epast\p{L}*|elpast\p{L}*|epost\p{L}*|sahkopost\p{L}*|posta|poczta|pastas|(эл)?почт\p{L}*|(ел)?пошт\p{L}*|имеил|meil\p{L}*)$/u;
const noMail = /^(postal|postale|reminders?|sent|count|bounced?|opened|date|datum|status)$/;
const phone =
  /tele?fon|telefoon|phone|^(telf?|telnr|tlf|tfno|talr|mob|моб|gsm|ph|handy\p{L}*|mobil\p{L}*|mobiel\p{L}*|mobitel\p{L}*|cell|cel|cellulare|celular\p{L}*|festnetz\p{L}*|mobilfunk\p{L}*|rufnummer|portable|movil|talrun\p{L}*|komork\p{L}*|\p{L}*puhelin\p{L}*|matkapuhelin\p{L}*|telemovel|landline|whatsapp|whats|\p{L}*телефон\p{L}*|мобил\p{L}*|сотов\p{L}*|κινητο|τηλεφων\p{L}*)$/u;
const noPhone = /^(reminders?|country|date|datum|status|calls?|consent|provider|carrier|model)$/;
const birth =
  /^(birth(day|date)?|born|dob|geb|geburtsta\p{L}*|geburtsdat\p{L}*|gebdat\p{L}*|geboren|naissance|nacimiento|cumple\p{L}*|dzimsanas\p{L}*|dzim|gimimo|gimtadienis|nascita|nato|nata|compleanno|urodz\p{L}*|narozen\p{L}*|γενεθλια|γεννησης|naroden\p{L}*|szulet\p{L}*|naster\p{L}*|rojst\p{L}*|rodendan|rodenja|fodelse\p{L}*|fodsels?\p{L}*|bursdag|syntymaaika|syntymapaiva|sunni(paev|aeg|kuupaev)|dogum|nascimento|verjaardag|geboortedatum|рожден\p{L}*|народжен\p{L}*)$/u;
const noBirth =
  /^(place|ort|lieu|lugar|luogo|vieta|miejsce|misto|miesto|plaats|sted|name|nom|month|monat|mois|mes|year|jahr|annee|age|alter|reminders?|sms|discount|rabatt|voucher|gutschein|weight)$/;
const wholeBirth = exactly(`dob neele nele fnacimiento dz(d|dat|datums|diena)? ur(data)? dataur`);
/** A birthday where no other column is one, else a wedding day. */
const festive = exactly(`aniversario anniversaire dateanniversaire`);

/** Whether the heading is that of birthdays, whatever other columns there are. */
export function isBirth(title: string): boolean {
  const heading = headingOf(title);
  return wholeBirth.test(heading.all) || (has(heading, birth) && !has(heading, noBirth));
}

/** The part of a birthday that has a column of its own. */
export function birthPartOf(title: string): 'year' | 'month' | 'day' | undefined {
  return birthParts.find(([, pattern]) => pattern.test(headingOf(title).all))?.[0];
}

const birthParts = [
  [
    'year',
    exactly(
      'birthyear yearofbirth geburtsjahr anneedenaissance anodenacimiento annodinascita rokurodzenia geboortejaar',
    ),
  ],
  [
    'month',
    exactly(
      'birthmonth monthofbirth geburtsmonat moisdenaissance mesdenacimiento mesedinascita miesiacurodzenia geboortemaand',
    ),
  ],
  [
    'day',
    exactly(
      'birthday dayofbirth geburtstag jourdenaissance diadenacimiento giornodinascita dzienurodzenia geboortedag',
    ),
  ],
] as const;

const firstWords =
  exactly(`first given forename vorname vornamen vor prenoms? nombres? vards vardas vardu nome imie jmeno
  meno keresztnev utonev prenume ime fornamn fornavn etunimi eesnimi ees ad имя voornaam`);
const lastWords =
  exactly(`last surname nachname familienname zuname nom apellidos? uzvards pavarde cognome nazwisko prijmeni
  priezvisko vezeteknev nume priimek prezime efternamn efternavn etternavn sukunimi perekonnanimi
  perenimi soyad фамилия achternaam`);
const isBoth = (heading: Heading) =>
  (has(heading, firstWords) && has(heading, lastWords)) || /^(vornamename|namevorname)$/.test(heading.bare);

/** Where a column stands in a name: what belongs between the names is before the last one, whatever their order. */
export function rankInName(title: string): number {
  const { bare } = headingOf(title);
  if (/^(tussen(voegsels?|vgs|v)|voorvoegsels?)$/.test(bare)) return -1;
  return further.some(([, pattern]) => pattern.test(bare)) ? 1 : 0;
}

/** Middle names and second last names are parts of the others. */
const further: [ImportField, RegExp][] = [
  [
    'firstName',
    exactly(`middlenames? middle additionalnames? secondgivenname weiterevornamen zweitervorname deuxiemeprenom autresprenoms
      segundonombre drugieimie secondonome segundonome отчество tweedevoornaam middelstenaam mellannamn mellemnavn
      mellomnavn druhejmeno dalsijmeno druhemeno antrasvardas otraisvards masodikkeresztnev toinennimi побатькові`),
  ],
  [
    'lastName',
    exactly(
      'tussen(voegsels?|vgs|v) voorvoegsels? segundoapellido apellidomaterno apellido2 secondlastname secondsurname maternallastname',
    ),
  ],
];

const tags = exactly(`tags? labels? groups? groupmembership categor(y|ies) kategorien? gruppen? etiketten etiquettes?
  etiquetas? categories? categorias? tagi[t]? luokat kategoriak κατηγορι(α|ες) groupes? grup[oa]s? birkas? zymos zyme kategorij(a|as|os|u) grupes? kategorie[s]? etichette
  grupp[oi] grupy etykiety groep(en)? stitky skupin[ay] cimkek csoport taggar grupper теги группа категори[ия] categorieen kategorier (kunde?|asiakas)?(gruppe[r]?|grupp|ryhma) ryhma segments? schlagworte?`);
const languages =
  exactly(`(preferred)?lang(uage)? locale (bevorzugte|korrespondenz)?sprache langue idioma valoda kalba lingua
  jezyk jazyk taal nyelv limba sprak sprog kieli keel dil язык mothertongue`);
const notes =
  exactly(`(internal|private|booking|staff|additional|extra)?(notes?|comments?|remarks?|info) memo (interne)?notiz(en)?
  bemerkung(en)? kommentar(e)? anmerkung(en)? hinweise? remarques? commentaires? notas? observaciones comentarios?
  piezimes? pastab(a|os) komentar(s|i|ai|ji|js)? osservazioni commenti uwagi notatk[ai] poznamk[ay] opmerking(en)?
  notities? megjegyzes(ek)? jegyzet(ek)? σημειωσεις (anotaco|observaco)es huomiot observatii opis infotext opombe napomen[ae] biljeske anteckning(ar)? merknad(er)? bemaerkninger noter
  huomautukset muistiinpanot markused notlar заметк[аи] комментар(ии|ий)? примечани[ея] примітк[аи] нотатк[аи] коментар(і)? lisatiedot observations?`);
const firsts = exactly(`(first|given|fore|f)name first given vornamen? rufname prenoms? nombredepila nombrepila
  primernombre nombre1 vards vardas imie jmeno krestnijmeno krstnemeno voornaam roepnaam eesnimi etunimi fornamn fornavn
  keresztnev utonev ime prenume имя име імя ονομα primeironome nomeproprio isim adi`);
const lasts =
  exactly(`(last|sur|family|second)name last lname nachnamen? familienname zuname nomfamille nomfamiglia apellidos?
  primerapellido apellido1 apellidopaterno uzvards pavarde cognome nazwisko prijmeni priezvisko achternaam perekonnanimi
  perenimi sukunimi efternamn efternavn etternavn vezeteknev csaladnev numefamilie prezime priimek soyad soyadi sobrenome apelidos?
  фамилия прізвище επωνυμο фамилноиме`);
/** Of a customer: the whole name, unless another column has the last name. */
const givenOrWhole = exactly('vards vardas imie jmeno meno ime имя име');
const wholes =
  exactly(`names? fullname displayname wholename person kunde vollstandigername nom nomcomplet klantnaam nombre nombrecompleto
  nome nomecompleto nominativo naam volledigenaam anzeigename nomaffiche nomaafficher visningsnamn visningsnavn weergavenaam zobrazovanejmeno nazwawyswietlana
  nomevisualizzato nombreparamostrar nimi namn navn fulltnavn nev teljesnev фио ad nume numecomplet meno
  ονοματεπωνυμο`);

const companies = exactly(`(company|business)(name)? organi[sz]ation(name)? firm(a|enname|anavn)? unternehmen societe
  entreprise empresa organizacion uznemums imone azienda societa bedrijf(snaam)? spolecnost yritys foretag virksomhed`);

/** Whether the heading is that of the names of companies. */
export function isCompany(title: string): boolean {
  return companies.test(headingOf(title).all.replace(/\d+/, ''));
}

/** The first that fits counts. */
const rules: [ImportField, (heading: Heading) => boolean][] = [
  ['smsConsent', (heading) => isSms(heading) && isConsent(heading)],
  [
    'emailConsent',
    (heading) =>
      (!isSms(heading) && isConsent(heading)) || /^(optin|subscri(bed|ber|ption)(status|state)?)$/.test(heading.bare),
  ],
  [
    'birthday',
    (heading) =>
      wholeBirth.test(heading.all) || festive.test(heading.all) || (has(heading, birth) && !has(heading, noBirth)),
  ],
  ['eMail', (heading) => isMail(heading) && !has(heading, noMail) && !has(heading, consent)],
  [
    'phoneNumber',
    (heading) =>
      (has(heading, phone) && !has(heading, noPhone) && !has(heading, consent)) ||
      /^(contact(number|no)|smsnumber|smsnr|textremindernumber|landline(number|no)?|fixe|fijo|fisso)$/.test(
        heading.all,
      ),
  ],
  ['name', (heading) => isBoth(heading) || (has(heading, owners) && givenOrWhole.test(heading.bare))],
  ['firstName', ({ bare }) => firsts.test(bare) || further[0]?.[1].test(bare) === true],
  ['lastName', ({ bare }) => lasts.test(bare) || further[1]?.[1].test(bare) === true],
  ['name', ({ words, bare }) => wholes.test(bare) || (bare === '' && words.some((word) => owners.test(word)))],
  ['language', ({ bare }) => languages.test(bare)],
  ['tags', ({ bare }) => tags.test(bare)],
  ['notes', ({ bare }) => notes.test(bare)],
];

// Recognizes what the columns of a file hold: by their headings in the languages of Europe, then by their values.
import { type ImportedField, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { ImportField } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { labelOf } from '#server/lib/grid/labels.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import type { FileRow } from './file-row.ts';

/** Columns that hold none of the fields, though their headings resemble those of one. */
const others =
  /fax|pager|telex|assist|beeper|.label$|.type$|(^|e?mail)displayname$|(e?mail|phone)\d*(label|type)|pronunciation|phonetic/;

const words = (text: string) => new RegExp(`^(${text.trim().replaceAll(/\s+/g, '|')})$`);

/** Headings as `plainHeading` gives them. The first field that matches wins. */
const headings: [ImportField, RegExp][] = [
  [
    'emailConsent',
    /^(e?mail|newsletter|epasta|elpasto|accepts?(e?mail)?marketing|marketing).*(consent|optin|optedin|subscri\w*|status|einwilligung|consentement|consentimiento|piekrisana|sutikimas)$|^newsletter$|^accepts?(e?mail)?marketing$|^optin$|^zustimmung(werbung)?$/,
  ],
  [
    'smsConsent',
    /^(sms|text).*(consent|optin|subscri\w*|status|einwilligung|consentement|consentimiento|piekrisana|sutikimas)$|^accepts?smsmarketing$/,
  ],
  ['blocked', words('blocked isblocked gesperrt blockiert bloque bloqueado bloqueada blokets uzblokuotas banned')],
  [
    'firstName',
    words(`firstname first givenname forename vorname rufname prenom nombredepila primernombre vards vardas imie jmeno
      krestnijmeno krstnemeno voornaam eesnimi etunimi fornamn fornavn keresztnev utonev ime prenume имя primeironome`),
  ],
  [
    'lastName',
    words(`lastname last surname familyname secondname nachname familienname zuname nomdefamille apellidos? uzvards
      pavarde cognome nazwisko prijmeni priezvisko achternaam perekonnanimi perenimi sukunimi efternamn etternavn efternavn
      vezeteknev csaladnev prezime priimek soyad soyadi sobrenome apelidos? фамилия`),
  ],
  [
    'name',
    words(`name names? fullname displayname customer(name)? client(name)? contact(name)? person kunde kundenname nom
      nomcomplet nomclient nombre nombrecompleto nombrecliente vardsuzvards vardsunuzvards vardaspavarde vardasirpavarde
      klients klientas klient klientka nome nomecompleto nomecognome nominativo cliente naam klantnaam klant imieinazwisko
      imienazwisko jmenoaprijmeni nimi namn navn nev teljesnev фио ad adsoyad nume numecomplet meno`),
  ],
  [
    'eMail',
    /^(\d*e?mail|emailaddress|emails?|primaryemail|(privat|private|personal|home|work|business)e?mail|mailadresse|adresseemail|emailadresse|emailadres|courriel|adressemail|adressee?mail|correo(electronico)?|direcciondecorreo(electronico)?|epasts?|epastaadrese|elpastas|elpastoadresas|epost|epostadress|sahkoposti|eposta|posta|indirizzoemail|adresemail|почта|электроннаяпочта|emailaddress)\d*(address|value|adresse)?\d*$/,
  ],
  [
    'phoneNumber',
    /phone|^(tel|telefon|handy|mobil|cell|rufnummer|portable|movil|telrunis|talrunis|cellulare|gsm|telefoon|komorka|puhelin|matkapuhelin|kontakttelefon|телефон|мобильный|mobile?)(\d*$|e?(phone|number|nr|no|numero|nummer|numer|numurs|numanurs|value|privat|mobil|geschaftlich|arbeit|dienstlich|domicile|bureau|portable|movil|fijo|particular|casa|trabajo|mobilus|namu|darbo|majas|darba|komorkowy|domowy|sluzbowy)\w*$)|^(numero(detelefono|detelephone|mobile|telefono)|telefonanumurs|talrun\w*|telefonas|telefono\w*|telefone\w*|telefon\w*|telephone\w*|mobiltelefon|mobilusis\w*|mobilais\w*|mobilnummer|handynummer|celular\w*)\d*$/,
  ],
  [
    'language',
    words('language lang locale sprache langue idioma valoda kalba lingua jezyk jazyk taal kieli sprak язык'),
  ],
  [
    'birthday',
    words(`birthday birthdate dateofbirth dob born geburtstag geburtsdatum geboren naissance datedenaissance
      dateanniversaire anniversaire cumpleanos fechadenacimiento fechanacimiento nacimiento dzimsanasdiena
      dzimsanasdatums gimtadienis gimimodata datadinascita compleanno dataurodzenia urodziny datumnarozeni geboortedatum
      verjaardag sunnikuupaev syntymaaika fodelsedatum fodselsdag fodselsdato szuletesnap szuletesidatum datadenascimento
      aniversario деньрождения датарождения`),
  ],
  [
    'tags',
    words(`tags? labels? groups? groupmembership customergroups? categor(y|ies) kategorien? gruppen? etiketten
      etiquettes? etiquetas? categorias? groupes? birkas zymos kategorijas grupas grupes`),
  ],
  [
    'notes',
    words(`notes? comments? remarks? memo notiz(en)? bemerkung(en)? kommentar(e)? anmerkung(en)? remarques? commentaires?
      notas? observaciones comentarios? piezimes? pastabos komentari(js)? uwagi notatki poznamk[ay] opmerking(en)?
      anteckning(ar)? note noter заметки комментарий`),
  ],
];

/** The rows whose values are looked at. */
const maxRead = 500;

/** Several columns can hold e-mails, phone numbers and notes; other fields are held by one. */
export function suggestFields(titles: readonly string[], rows: readonly FileRow[] = []): ImportField[] {
  const read = rows.filter(({ isBroken }) => !isBroken).slice(0, maxRead);
  const valuesOf = (column: number) => read.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);
  const taken = new Set<ImportField>();
  const fields = titles.map((title, column): ImportField => {
    const found = fieldOf(plainHeading(title), taken);
    const field = isName(found) && areNumbers(valuesOf(column)) ? 'notes' : found;
    if (field !== 'skip' && !isRepeatable(field)) taken.add(field);
    return field;
  });
  return completeNames(byValues(fields, titles, valuesOf), titles, valuesOf);
}

/** `skip` where the heading is unknown. */
export function fieldOfHeading(title: string): ImportField {
  return fieldOf(plainHeading(title), new Set());
}

/** How many of the headings are known: the line of headings has the most. */
export function countKnown(titles: readonly string[]): number {
  return titles.filter((title) => fieldOfHeading(title) !== 'skip').length;
}

const isName = (field: ImportField) => field === 'name' || field === 'firstName' || field === 'lastName';
const isRepeatable = (field: ImportField) => field === 'eMail' || field === 'phoneNumber' || field === 'notes';

function fieldOf(plain: string, taken: ReadonlySet<ImportField>): ImportField {
  if (!plain || others.test(plain)) return 'skip';
  return (
    headings.find(([field, pattern]) => !taken.has(field) && pattern.test(plain))?.[0] ??
    importedFields.find((field) => !taken.has(field) && isLabelOf(field, plain)) ??
    'skip'
  );
}

/** A column of numbers is no name: programs call their numbers of customers so. */
function areNumbers(values: readonly string[]): boolean {
  return values.length > 0 && values.filter((value) => /^[\d\s#./-]+$/.test(value)).length > values.length / 2;
}

/** Finds addresses, numbers and names by their values where no heading says them. */
function byValues(
  fields: ImportField[],
  titles: readonly string[],
  valuesOf: (column: number) => string[],
): ImportField[] {
  const found = [...fields];
  const most = (values: string[], pattern: RegExp) =>
    values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length * 0.7;
  const fill = (field: ImportField, pattern: RegExp) => {
    if (found.some((one) => one === field || (field === 'name' && isName(one)))) return;
    // Of a heading that says something else, only an e-mail address is certain.
    const column = found.findIndex(
      (one, at) => one === 'skip' && (field === 'eMail' || !titles[at]) && most(valuesOf(at), pattern),
    );
    if (column >= 0) found[column] = field;
  };
  fill('eMail', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  fill('phoneNumber', /^(?=(?:\D*\d){7})[+(\d][\d\s()./-]+$/);
  fill('name', /^\p{L}[\p{L}\s.,'-]+$/u);
  return found;
}

/** "Name" beside "First name" is the last name, unless it holds the first name as well. */
function completeNames(
  fields: ImportField[],
  titles: readonly string[],
  valuesOf: (column: number) => string[],
): ImportField[] {
  const [full, first, last] = (['name', 'firstName', 'lastName'] as const).map((field) => fields.indexOf(field));
  const half = first === -1 ? last : last === -1 ? first : -1;
  if (full === undefined || half === undefined || full === -1 || half === -1) return fields;
  const halves = valuesOf(half).map(folded);
  const fulls = valuesOf(full).map(folded);
  const holding = fulls.filter((name) => halves.some((part) => name !== part && ` ${name} `.includes(` ${part} `)));
  if (/full|complet|display/.test(plainHeading(titles[full] ?? '')) || holding.length > fulls.length / 2) return fields;
  return fields.map((field, at) => (at === full ? (half === first ? 'lastName' : 'firstName') : field));
}

export function plainHeading(title: string): string {
  return folded(title).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether an export of the product, in any of its languages, names the field so. */
function isLabelOf(field: ImportedField, plain: string): boolean {
  return labels().get(plain) === field;
}

let known: Map<string, ImportedField> | undefined;
function labels(): Map<string, ImportedField> {
  known ??= new Map(
    importedFields.flatMap((field) =>
      languageKeys.map((language) => [plainHeading(labelOf(companyContacts, field, language)), field] as const),
    ),
  );
  return known;
}

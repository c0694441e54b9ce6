// Recognizes what the columns of a file hold by their names, in the languages of the product.
import { type ImportedField, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { ImportField } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { labelOf } from '#server/lib/grid/labels.ts';
import { languageKeys } from '#server/lib/i18n.ts';

/** Folded names, without spaces and punctuation. The first field that matches wins. */
const names: [ImportField, RegExp][] = [
  [
    'emailConsent',
    /^(email|mail|newsletter|epasta|elpasto).*(consent|optin|einwilligung|consentement|consentimiento|piekrisana|sutikimas)|^newsletter$/,
  ],
  ['smsConsent', /^sms.*(consent|optin|einwilligung|consentement|consentimiento|piekrisana|sutikimas)$/],
  ['firstName', /^(firstname|first|givenname|vorname|prenom|nombredepila|vards|vardas)$/],
  ['lastName', /^(lastname|last|surname|familyname|nachname|nomdefamille|apellidos?|uzvards|pavarde)$/],
  [
    'name',
    /^(name|fullname|displayname|customer(name)?|client(name)?|contact(name)?|kunde|kundenname|nom|nomcomplet|nombre|nombrecompleto|vardsuzvards|vardsunuzvards|vardaspavarde|vardasirpavarde|klients|klientas)$/,
  ],
  [
    'eMail',
    /^(e?mail|emailaddress|email1value|primaryemail|mailadresse|emailadresse|courriel|adressemail|correo(electronico)?|epasts?|epastaadrese|elpastas)\d*$/,
  ],
  [
    'phoneNumber',
    /^(phone|phonenumber|tel|telephone|mobile(phone|number)?|mobil|mobilnummer|mobiltelefon|cell|cellphone|phone1value|telefon|telefonnummer|rufnummer|handy(nummer)?|portable|telefono|movil|talrunis|telefonanumurs|telefonas)\d*$/,
  ],
  ['language', /^(language|lang|locale|sprache|langue|idioma|valoda|kalba)$/],
  [
    'birthday',
    /^(birthday|birthdate|dateofbirth|dob|geburtstag|geburtsdatum|naissance|datedenaissance|cumpleanos|fechadenacimiento|dzimsanasdiena|dzimsanasdatums|gimtadienis|gimimodata)$/,
  ],
  [
    'tags',
    /^(tags?|labels?|groups?|groupmembership|categories|category|gruppe|etiketten|etiquettes|etiquetas|birkas|zymos)$/,
  ],
  ['notes', /^(notes?|comments?|remarks?|notiz(en)?|bemerkung(en)?|remarques?|notas?|piezimes?|pastabos)$/],
];

/** Each field once, except for columns that it does not recognize. */
export function suggestFields(titles: readonly string[]): ImportField[] {
  const taken = new Set<ImportField>();
  return titles.map((title) => {
    const plain = plainOf(title);
    const found =
      names.find(([field, pattern]) => !taken.has(field) && pattern.test(plain))?.[0] ??
      importedFields.find((field) => !taken.has(field) && isLabelOf(field, plain)) ??
      'skip';
    taken.add(found);
    return found;
  });
}

function plainOf(title: string): string {
  return folded(title).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether an export of the product, in any of its languages, names the field so. */
function isLabelOf(field: ImportedField, plain: string): boolean {
  return languageKeys.some((language) => plainOf(labelOf(companyContacts, field, language)) === plain);
}

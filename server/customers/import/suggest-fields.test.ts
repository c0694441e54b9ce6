// Tests of recognizing columns by the headings that programs write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOfHeading, suggestFields } from './suggest-fields.ts';

const suggested = (titles: string, ...rows: string[]) =>
  suggestFields(
    titles.split(';'),
    rows.map((row, line) => ({ line, cells: row.split(';') })),
  ).join(' ');

test('a full name beside one half is the other half, in any language', () => {
  const halves = {
    'Name;Vorname': 'lastName firstName',
    'Nom;Prénom': 'lastName firstName',
    'Nombre;Apellidos': 'firstName lastName',
    'Cognome;Nome': 'lastName firstName',
    'Imię;Nazwisko': 'firstName lastName',
    'Naam;Voornaam': 'lastName firstName',
    'Voornaam;Achternaam': 'firstName lastName',
    'Vārds;Uzvārds': 'firstName lastName',
    'Vardas;Pavardė': 'firstName lastName',
    'Jméno;Příjmení': 'firstName lastName',
    'Ad;Soyad': 'firstName lastName',
    'Имя;Фамилия': 'firstName lastName',
  };
  for (const [titles, fields] of Object.entries(halves)) assert.equal(suggested(titles), fields, titles);
  assert.equal(suggested('Name;Vorname', 'Jörg Müller;Jörg', 'Änne Groß;Änne'), 'name firstName');
  assert.equal(suggested('First Name;Full Name'), 'firstName name');
});

test('a column of numbers is no name', () => {
  assert.equal(
    suggested('Kunde;Nachname;Vorname', '10023;Müller;Jörg', '10024;Groß;Käthe'),
    'notes lastName firstName',
  );
  assert.equal(suggested('Customer;E-mail', '7;a@example.org', '8;b@example.org'), 'notes eMail');
});

test('the address books of Google, Outlook and Square are recognized; faxes, labels and types are none', () => {
  assert.equal(
    suggested(
      'First Name;Last Name;E-mail 1 - Label;E-mail 1 - Value;Phone 1 - Label;Phone 1 - Value;Phone 2 - Value;Birthday;Notes;Labels',
    ),
    'firstName lastName skip eMail skip phoneNumber phoneNumber birthday notes tags',
  );
  assert.equal(
    suggested(
      'Vorname;Nachname;E-Mail-Adresse;E-Mail-Typ;Telefon (privat);Mobiltelefon;Telefon geschäftlich;Fax geschäftlich;Geburtstag;Notizen;Kategorien',
    ),
    'firstName lastName eMail skip phoneNumber phoneNumber phoneNumber skip birthday notes tags',
  );
  assert.equal(
    suggested(
      'Reference ID;First Name;Last Name;Email Address;Phone Number;Birthday;Memo;Email Subscription Status;Blocked',
    ),
    'skip firstName lastName eMail phoneNumber birthday notes emailConsent blocked',
  );
});

test('a label alone is a tag', () => {
  assert.equal(suggested('Name;Label;Phone Label'), 'name tags skip');
});

test('without headings, the values say what a column holds', () => {
  assert.equal(
    suggested(';;', 'Anna Berg;anna@example.org;+371 20 000 002', 'Mia;mia@example.org;20 000 003'),
    'name eMail phoneNumber',
  );
});

test('headings are recognized by their words, whichever program and language they come from', () => {
  const known = {
    firstName: 'Client First Name|Vorname des Kunden|Prénom du client|Krstné meno|Keresztnév|Roepnaam|fname|Ім’я',
    lastName: 'Customer Last Name|Kunde Nachname|Primer apellido|Efternavn|Nume de familie|Прізвище',
    name: 'Vollständiger Name|Vor- und Nachname|Nachname, Vorname|Nom et prénom|Nom du client|Nombre y apellidos|Vārds, uzvārds|Vardas, pavardė|Klienta vārds|Cognome e nome|Nazwisko i imię|Volledige naam|Ügyfél|ФИО|Invitee Name|Guest',
    eMail:
      'E-Mail (privat)|Adresse de messagerie|Adresse électronique|Correo electrónico del cliente|El. paštas|Elektroninis paštas|E-pasta adrese|Posta elettronica|Адрес электронной почты|Invitee Email|Email ID',
    phoneNumber:
      'Festnetznummer|Mobilfunknummer|N° tél|Numéro de portable|Número de móvil|Tālr.|Mob. telefonas|Numero cellulare|Nr telefonu|Tel. kom.|Mobiel nummer|Mobilní telefon|Mobilszám|Tlf.|Номер телефона|Landline|SMS Number|WhatsApp|Contact Number|Text Reminder Number',
    birthday:
      'geb. am|Geb.-Datum|D.O.B.|Née le|F. nacimiento|Dzim. datums|Gimimo diena|Nato il|Narozeniny|Születési idő|Data nașterii|Datum rojstva|Syntymäpäivä|Doğum tarihi|Birthday (MM/DD)',
    notes: 'Notatka|Kundennotiz|Client Notes|Internal notes|Osservazioni|Notities|Megjegyzés|Комментарий|Hinweise',
    tags: 'Kundengruppe|Catégorie|Grupė|Etichette|Štítky|Теги|Segment',
    language: 'Preferred language|Bevorzugte Sprache|Nyelv|Keel',
    emailConsent:
      'Email marketing|E-Mail-Marketing|Akzeptiert Marketing|Einwilligung Werbung|Consentement e-mail|Acepta marketing|Mārketinga piekrišana|Rinkodaros sutikimas|Consenso marketing|Zgoda marketingowa|Nieuwsbrief',
    smsConsent:
      'SMS-Marketing|Akzeptiert SMS-Marketing|Consentement SMS|Zgoda na SMS|Text Marketing|Receive SMS marketing',
    blocked: 'Blacklisted|Geblokkeerd|Zablokowany|Bloccato',
  };
  for (const [field, titles] of Object.entries(known)) {
    for (const title of titles.split('|')) assert.equal(fieldOfHeading(title), field, title);
  }
  const others =
    'Telefax|Fax geschäftlich|Télécopie (bureau)|E-Mail: Angezeigter Name|Phone 1 - Type|Country code|Vorwahl|Jahrestag|Geburtsort|Company name|Client ID|Kundennummer|Last visit|Emergency contact phone|Mailing Address|Email verified|Opt-in date|Datenschutz-Einwilligung|Name Prefix|Nickname|Birth month|Staff|anna@gmail.com|+371 20 000 001';
  for (const title of others.split('|')) assert.equal(fieldOfHeading(title), 'skip', title);
});

test('middle names and second last names are parts of the others', () => {
  assert.equal(suggested('First Name;Middle Name;Last Name'), 'firstName firstName lastName');
  assert.equal(suggested('Nombre;Primer apellido;Segundo apellido'), 'firstName lastName lastName');
});

test('two columns of single words without headings are a first and a last name', () => {
  assert.equal(suggested(';;', 'Anna;Berg;+371 20 000 002', 'Mia;Roze;20 000 003'), 'firstName lastName phoneNumber');
});

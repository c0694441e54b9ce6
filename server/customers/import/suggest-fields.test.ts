// Tests of recognizing columns by the headings that programs write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestFields } from './suggest-fields.ts';

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

// Tests of files of customers as programs and offices of several countries write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import type { CountryCode } from 'libphonenumber-js/min';
import { dayOrderOf } from './days.ts';
import { likelyLanguages } from './likely-languages.ts';
import { readFile } from './read-file.ts';
import { readRows } from './read-rows.ts';
import { suggestFields } from './suggest-fields.ts';

type Country = CountryCode;

/** Name, address, number, birthday, tags, notes and consents of each customer; `!`, the line and reasons of others. */
async function customersIn(bytes: Buffer | string, country: Country = 'DE'): Promise<string[]> {
  const file = await readFile(Buffer.from(bytes as string), { languages: likelyLanguages(country, 'en') });
  const fields = suggestFields(file.titles, file.rows);
  const days = file.rows.map(({ cells }) => cells[fields.indexOf('birthday')] ?? '');
  const { contacts, problems } = readRows(file, {
    ...{ fields, country, dayOrder: dayOrderOf(days, country), language: 'en', today: '2026-11-29' },
  });
  const rows = contacts.map((one) =>
    [
      one.name,
      one.eMail,
      one.phoneNumber,
      one.birthday,
      one.tags.join('+'),
      one.notes,
      one.emailConsent,
      one.smsConsent,
    ]
      .filter(Boolean)
      .join(' · '),
  );
  const left = problems.map(({ line, isLeftOut, reasons }) => `${isLeftOut ? '!' : '?'} ${line} ${reasons.join(' ')}`);
  return [...rows, ...left];
}

test('Outlook in its languages: kinds of addresses, shown names and assistants are none of the customer', async () => {
  const files: [string, string, Country, string, string][] = [
    [
      '"Prénom","Deuxième prénom","Nom","Télécopie (bureau)","Tél. mobile","Téléphone de l\'assistant(e)","Anniversaire","Anniversaire de mariage ou fête","Adresse de messagerie","Type de messagerie","Nom complet de l\'adresse de messagerie"',
      '"Hélène","Marie","Lefèvre","01 55 50 01 30","06 55 50 01 33","01 55 50 01 34","07/03/1985","00/00/00","h@example.fr","SMTP","Hélène Lefèvre"',
      ...(['FR', 'windows-1252', 'Hélène Marie Lefèvre · h@example.fr · 06 55 50 01 33 · 1985-03-07'] as const),
    ],
    [
      '"Imię","Drugie imię","Nazwisko","Faks służbowy","Telefon komórkowy","Urodziny","Rocznica","Adres e-mail","Typ e-mail","Nazwa wyświetlana e-mail"',
      '"Łucja","Anna","Żółkowska","22 555 01 40","555 010 142","1985-03-07","0-0-00","l@example.pl","SMTP","Łucja Żółkowska"',
      ...(['PL', 'windows-1250', 'Łucja Anna Żółkowska · l@example.pl · 555 010 142 · 1985-03-07'] as const),
    ],
    [
      '"Nombre","Segundo nombre","Apellidos","Teléfono móvil","Aniversario","Cumpleaños","Dirección de correo electrónico","Tipo de correo electrónico","Mostrar nombre de correo electrónico"',
      '"Begoña","","Núñez Ruiz","655 55 01 03","0/0/00","7/3/1985","b@example.es","SMTP","Begoña Núñez"',
      ...(['ES', 'windows-1252', 'Begoña Núñez Ruiz · b@example.es · 655 55 01 03 · 1985-03-07'] as const),
    ],
    [
      '"Nome","Secondo nome","Cognome","Cellulare","Compleanno","Anniversario","Indirizzo posta elettronica","Tipo posta elettronica","Nome visualizzato posta elettronica"',
      '"Niccolò","","D\'Àngelo","333 555 0102","07/03/1985","00/00/00","n@example.it","SMTP","Niccolò D\'Àngelo"',
      ...(['IT', 'windows-1252', "Niccolò D'Àngelo · n@example.it · 333 555 0102 · 1985-03-07"] as const),
    ],
    [
      '"Achternaam","Tussenvoegsel","Voornaam","Mobiele telefoon","Verjaardag","E-mailadres","E-mailtype","E-mailweergavenaam","Categorieën"',
      '"Berg","van der","Daniëlle","06 55501020","7-3-1985","d@example.nl","SMTP","Daniëlle van der Berg","Vast"',
      ...(['NL', 'windows-1252', 'Daniëlle van der Berg · d@example.nl · 06 55501020 · 1985-03-07 · Vast'] as const),
    ],
    [
      '"Förnamn","Mellannamn","Efternamn","Mobiltelefon","Födelsedag","E-postadress","E-posttyp","E-post, visningsnamn","Kategorier"',
      '"Åsa","Ida","Öberg","070 555 01 02","1985-03-07","a@example.se","SMTP","Åsa Öberg",""',
      ...(['SE', 'windows-1252', 'Åsa Ida Öberg · a@example.se · 070 555 01 02 · 1985-03-07'] as const),
    ],
  ];
  for (const [titles, row, country, charset, expected] of files) {
    const read = await customersIn(iconv.encode(`${titles}\r\n${row}\r\n`, charset), country);
    assert.deepEqual(read, [expected], country);
  }
});

test('Thunderbird: a birthday in three columns, a shown name alone', async () => {
  assert.deepEqual(
    await customersIn(
      'Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Mobil-Tel.-Nr.,Geburtsjahr,Geburtsmonat,Geburtstag\nJörg,Müller,Jörg Müller,j@example.de,0171 5550161,1985,3,7\n,,Salon Nord,nord@example.de,,,,\nMia,Roze,,m@example.de,,,12,24\nUte,,,u@example.de,,1985,31,12\n',
    ),
    [
      'Jörg Müller · j@example.de · 0171 5550161 · 1985-03-07',
      'Salon Nord · nord@example.de',
      'Mia Roze · m@example.de · --12-24',
      'Ute · u@example.de',
      '? 5 birthday',
    ],
  );
});

test('consents of several languages, with words and dates behind them', async () => {
  const files: [string, Country][] = [
    ['Fornavn;Nyhedsbrev;SMS-tilladelse\nSøren;Ja;Nej', 'DK'],
    ['Etunimi;Markkinointilupa;Tekstiviestilupa\nVäinö;Kyllä;Ei', 'FI'],
    ["Ім'я;Згода на розсилку;SMS розсилка\nОлексій;так;ні", 'UA'],
    ['Név;Hírlevél;SMS marketing\nBéla;igen;nem', 'HU'],
    ['Nombre;Acepta comunicaciones comerciales;Acepta SMS\nBegoña;Sí;No', 'ES'],
    ['Nombre;Acepta publicidad;Acepta SMS\nBegoña;S;N', 'ES'],
    ['Name;Werbung erlaubt;SMS Werbung\nJörg;ja, per E-Mail (12.3.2020);nein (2021)', 'DE'],
    ['Name;Newsletter;SMS Werbung\nKäthe;Double-Opt-In bestätigt;nein', 'DE'],
  ];
  for (const [text, country] of files) {
    const [row] = await customersIn(text, country);
    assert.match(row ?? '', /^\p{L}+ · given · refused$/u, text);
  }
  assert.deepEqual(await customersIn('Name;Newsletter\nEva;Widerspruch am 3.1.2024\nIda;unbekannt'), [
    'Eva · withdrawn',
    'Ida',
  ]);
});

test('columns that say who wants no messages: a yes, or the day of it, is no consent', async () => {
  const stated = async (title: string, value: string) => {
    const [row = ''] = await customersIn(`Name;Notiz;${title}\nAnna;-;${value}`);
    return row.replace(/^Anna · ?/, '');
  };
  const email = '- · withdrawn';
  for (const title of [
    ...['Email Opt Out', 'Opted out of marketing', 'Unsubscribed from all email', 'Unsub time', 'Do not email'],
    ...['Abgemeldet', 'Newsletter abbestellt', 'Newsletterabmeldung', 'Keine Werbung', 'Werbewiderspruch'],
    ...[
      'Désinscrit',
      'Ne veut pas de newsletter',
      'No enviar publicidad',
      'Atteicies no jaunumiem',
      'Atsisakė naujienų',
    ],
    ...['Sprzeciw marketing', 'Geen mailings', 'Ei markkinointia', 'Отказ от рассылки'],
  ]) {
    for (const value of ['ja', '12.3.2024', 'Opted out']) assert.equal(await stated(title, value), email, title);
    for (const value of ['nein', 'false', '', '0000-00-00']) assert.equal(await stated(title, value), '-', title);
  }
  assert.equal(await stated('Newsletter;SMS opt-out', 'yes;TRUE'), '- · given · withdrawn');
  for (const title of [
    ...['Blocked from online booking', 'blocked_at', 'Sperrliste', 'Na czarnej liście', 'Liste noire', 'Lista negra'],
    ...['Melnais saraksts', 'Juodasis sąrašas', 'Чёрный список', 'Do not contact', 'Ne pas contacter'],
  ]) {
    assert.equal(await stated(title, '2024-03-12'), `${title} · - · withdrawn · withdrawn`, title);
    assert.equal(await stated(title, 'no'), '-', title);
  }
  for (const title of ['Block reason', 'Unsubscribe reason', 'No. of e-mails', 'Contact no', 'Blocked by']) {
    assert.doesNotMatch(await stated(title, '1'), /withdrawn/, title);
  }
  // Of several columns, the one that permits the least counts.
  assert.equal(await stated('Newsletter;Unsubscribed;Accepts marketing', 'yes;2024-03-12;yes'), email);
  assert.equal(await stated('Newsletter;E-mail marketing', 'yes;no'), '- · refused');
});

test('the parts of a name in any order, tags and notes of several languages', async () => {
  const files: [string, Country, string][] = [
    ['Voornaam;Tussenvoegsel;Achternaam;Notitie\nDaniëlle;van der;Berg;vast', 'NL', 'Daniëlle van der Berg · vast'],
    ['Middle Name;First Name;Last Name\nMaria;Anna;Berg', 'GB', 'Anna Maria Berg'],
    ['Vardas;Antras vardas;Pavardė;Kategorijos\nOna;Rūta;Šimkutė;VIP', 'LT', 'Ona Rūta Šimkutė · VIP'],
    ['Vārds;Otrais vārds;Uzvārds;Mājas tālrunis\nZane;Rūta;Roze;67555101', 'LV', 'Zane Rūta Roze · 67555101'],
    ['Jméno;Další jméno;Příjmení\nEva;Jana;Nová', 'CZ', 'Eva Jana Nová'],
    ["'Name';'Phone';'Opis'\n'Anna';'555010142';'tea'", 'PL', 'Anna · 555010142 · tea'],
    ['Imię;Nazwisko;Tagi\nŁucja;Żółć;VIP', 'PL', 'Łucja Żółć · VIP'],
    ['Etunimi;Sukunimi;Työpuhelin;Luokat\nVäinö;Aho;040 1234567;VIP', 'FI', 'Väinö Aho · 040 1234567 · VIP'],
    ['Utónév;Vezetéknév;Jegyzetek;Kategóriák\nBéla;Tűrő;tea;VIP', 'HU', 'Béla Tűrő · VIP · tea'],
    ['Primeiro Nome;Sobrenome;Anotações\nJoão;Conceição;tea', 'PT', 'João Conceição · tea'],
    ['Όνομα;Επώνυμο;Γενέθλια;Σημειώσεις\nΓιώργος;Παππάς;7/3/1985;tea', 'GR', 'Γιώργος Παππάς · 1985-03-07 · tea'],
  ];
  for (const [text, country, expected] of files) assert.deepEqual(await customersIn(text, country), [expected], text);
});

test('words around several numbers in a cell: the first is the number, the text a note', async () => {
  assert.deepEqual(
    await customersIn(
      'Name;Handy\nMia;0171/5550311 o. 030/5550312\nIda;+49171 5550315 Mutter: +49171 5550316\nJörg;0171-5550202 (Frau: 0171-5550203)',
    ),
    [
      'Mia · 0171/5550311 · Phone: 0171/5550311 o. 030/5550312',
      'Ida · +49171 5550315 · Phone: +49171 5550315 Mutter: +49171 5550316',
      'Jörg · 0171-5550202 · Phone: 0171-5550202 (Frau: 0171-5550203)',
    ],
  );
});

test('rows below the table that sum or count it are no customers', async () => {
  assert.deepEqual(
    await customersIn(
      'Kundenliste;;\nName;Telefon;Umsatz\nAnna;0171 5550301;120,00\n;Summe:;120,00\nAnzahl Kunden: 1;;\n',
    ),
    ['Anna · 0171 5550301', '! 4 total', '! 5 total'],
  );
  assert.deepEqual(await customersIn('Vārds;Tālrunis\nZane;29123456\nKOPĀ:;1', 'LV'), ['Zane · 29123456', '! 3 total']);
  // A customer of that name has a number.
  assert.deepEqual(await customersIn('Name;Phone\nTotal;+44 7700 900123', 'GB'), ['Total · +44 7700 900123']);
});

test('headings in a language that is not known: the values say what the columns hold', async () => {
  assert.deepEqual(await customersIn('氏名,電話\n山田 花子,+81312345678\n', 'LV'), ['山田 花子 · +81312345678']);
});

test('lists that people and programs of several countries keep: each name, number and birthday in its place', async () => {
  const files: [string, Country, ...string[]][] = [
    [
      'Klientu saraksts;;;\nNr.;Vārds, uzvārds;Tel. nr.;Dz. datums\n1.;Anna Bērziņa;29123456, 26123456;07.03.85.\n2.;Līga;;1990. gada 5. maijs\n',
      'LV',
      'Anna Bērziņa · 29123456 · 1985-03-07 · Phone: 26123456',
      'Līga · 1990-05-05',
    ],
    [
      'Lp.;Nazwisko i imię;Tel. kom.;Ur.;Czarna lista\n1;Kowalska Anna;555 010 142;07.03.1985;NIE\n2;Żak Łukasz;;;TAK\n',
      'PL',
      'Anna Kowalska · 555 010 142 · 1985-03-07',
      'Łukasz Żak · Czarna lista · withdrawn · withdrawn',
    ],
    [
      'Achternaam;Tussenv.;Voorletters;Roepnaam;Mobiel;Tel.;Geb. datum\nBerg;van den;D.J.;Daan;0612345678;0201234567;07-03-1985\n',
      'NL',
      'Daan van den Berg · 0612345678 · 1985-03-07 · Phone: 0201234567',
    ],
    [
      'Civilité;NOM;Prénom;Portable;Fixe;Fax;Né(e) le\nMme;Lefèvre;Hélène;;01 55 50 01 34;01 55 50 01 35;1er mai 1990\n',
      'FR',
      'Hélène Lefèvre · 01 55 50 01 34 · 1990-05-01',
    ],
    [
      'Apellidos, Nombre;Móvil;Fijo\n"García López, María";655 55 01 03;915 55 01 03\nNúñez Begoña;;\n',
      'ES',
      'María García López · 655 55 01 03 · Phone: 915 55 01 03',
      'Begoña Núñez',
    ],
    [
      'Uzvārds Vārds;Telefons\nBērziņa Anna;\nDe la Cruz Ana;29123456\n',
      'LV',
      'Anna Bērziņa',
      'De la Cruz Ana · 29123456',
    ],
    [
      'Anna Bērziņa 29123456\nJānis Kļaviņš, 26123456\nLīga\n',
      'LV',
      'Anna Bērziņa · 29123456',
      'Jānis Kļaviņš · 26123456',
      'Līga',
    ],
    [
      'First Name,Last Name,Default Address Phone,Phone\nAnna,Cox,+12025550199,+12025550101\n',
      'US',
      'Anna Cox · +12025550101 · Phone: +12025550199',
    ],
    ['Vardas;Gimtadienis\nRūta;03-07\nOna;1985-03-07 d.\n', 'LT', 'Rūta · --03-07', 'Ona · 1985-03-07'],
    [
      'Kundin;Notiz\nÄnne Müller 0171 5550101;Tee\nMia (030 5550102);\nSalon 2000;\n',
      'DE',
      'Änne Müller · 0171 5550101 · Tee',
      'Mia · 030 5550102',
      'Salon 2000',
    ],
    [
      'ID cliente,Nome,Cognome,Nome completo,Bloccato,Motivo del blocco,Numero di cellulare,Telefono,Accetta il marketing,Accetta il marketing via SMS,Data di nascita,Aggiunto il,Nota\n1,Giulia,De Luca,Giulia De Luca,Sì,Non viene,39 333 1234568,06 1234567,No,No,07/03/1990,2024-02-01,\n2,Niccolò,Rossi,Niccolò Rossi,No,,,,Sì,No,1985-03-07,2024-01-05,Lattice\n',
      'IT',
      'Giulia De Luca · +393331234568 · 1990-03-07 · Bloccato · Phone: 06 1234567 · withdrawn · withdrawn',
      'Niccolò Rossi · 1985-03-07 · Lattice · given · refused',
    ],
    [
      "Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Transaction Count,Email Subscription Status,Instant Profile,Blocked from online booking\n,Anna,Cox,a@example.org,'+1 202-555-0101,Annie,03-07,Tea,AB1,Directory,2024-01-05,12,subscribed,no,no\n,Mia,Ray,m@example.org,,,0000-12-25,,AB2,Import,,1,unsubscribed,no,no\n",
      'US',
      'Anna Cox · a@example.org · +1 202-555-0101 · --03-07 · Tea · given',
      'Mia Ray · m@example.org · --12-25 · withdrawn',
    ],
  ];
  for (const [text, country, ...expected] of files) assert.deepEqual(await customersIn(text, country), expected, text);
});

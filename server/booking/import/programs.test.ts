// Tests of tables of appointments and services as programs in several languages write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSheets } from '#server/customers/import/read-workbook.ts';
import { workbookOf } from '#server/testing/files/workbook.ts';
import { readAppointmentRows } from './appointment-rows.ts';
import { minutesIn, priceIn } from './read-times.ts';
import { readServiceRows } from './service-rows.ts';
import { kindOfTable, suggestColumns } from './suggest-columns.ts';

const now = Temporal.Instant.from('2026-11-29T08:00:00Z');

/** Time, person, service, customer and number of each row; `x` and the customer of those that do not take place. */
function rowsOf(order: 'dayFirst' | 'monthFirst', ...lines: string[]) {
  const [titles = [], ...rows] = lines.map((line) => line.split('|'));
  assert.equal(kindOfTable(titles), 'appointments');
  const sheet = { kind: 'appointments', titles, rows: rows.map((cells, n) => ({ line: n + 2, cells })) } as const;
  const read = readAppointmentRows(sheet, {
    ...{ fields: suggestColumns('appointments', titles), country: 'LV', dayOrder: order, language: 'en', now },
    ...{ zone: 'Europe/Riga', today: '2026-11-29', serviceNames: ['Haircut'], last: now.add({ hours: 24 * 365 }) },
  });
  assert.deepEqual(read.problems, []);
  const local = (time: Temporal.Instant | undefined) =>
    time?.toZonedDateTimeISO('Europe/Riga').toPlainDateTime().toString();
  return [
    ...read.appointments.map(({ when, person, service, customer, title }) => [
      'start' in when
        ? `${local(when.start)?.slice(5, 16)}-${local(when.end)?.slice(11, 16)}`
        : `${when.first}/${when.after}`,
      ...[person, service, customer?.name ?? title, customer?.phoneNumber ?? ''],
    ]),
    ...read.cancelled.map(({ name }) => ['x', name]),
  ].map((row) => row.join(' · '));
}

const cut = '12-03T14:30-15:00 · Liga · Haircut · Anna Berg · ';

test('days, times and ends stand in columns of any names', () => {
  const files = [
    [
      'Date|Start Time|End Time|Customer Name|Staff|Services|Status',
      '03/12/2026|14:30|15:00|Anna Berg|Liga|Haircut|Accepted',
    ],
    [
      'Client name|Service|Provider|Start date|Start time|End date|End time',
      'Anna Berg|Haircut|Liga|2026-12-03|14:30:00|2026-12-03|15:00:00',
    ],
    ['Data|Godzina od|Godzina do|Klient|Usługa|Pracownik', '03.12.2026|14:30|15:00|Anna Berg|Haircut|Liga'],
    [
      'Booked from|Booked till|Resource|Client name|Service',
      '2026-12-03 14:30|2026-12-03 15:00|Liga|Anna Berg|Haircut',
    ],
    [
      'Datum des Termins|Uhrzeit des Termins|Dauer|Kundenname|Leistung|Mitarbeiter',
      '03.12.2026|14:30|30 min|Anna Berg|Haircut|Liga',
    ],
    ['When|Duration|Client|Service|With', '3 Dec 2026 14:30|30min|Anna Berg|Haircut|Liga'],
    ['Wann|Dauer|Kunde|Leistung|Bei wem', '03.12.2026 14:30|30|Anna Berg|Haircut|Liga'],
    ['Quand|Durée|Client|Prestation|Avec', '03/12/2026 14:30|30 min|Anna Berg|Haircut|Liga'],
    [
      'Date du rendez-vous|Heure du rendez-vous|Durée|Nom du client|Prestation|Collaborateur',
      '03/12/2026|14h30|30 min|Anna Berg|Haircut|Liga',
    ],
    [
      'Fecha de la cita|Hora de la cita|Duración|Nombre del cliente|Servicio|Profesional',
      '03/12/2026|14:30|30 min|Anna Berg|Haircut|Liga',
    ],
    [
      'Reserved from|Reserved to|Customer|Treatment|Therapist',
      '2026-12-03 14:30|2026-12-03 15:00|Anna Berg|Haircut|Liga',
    ],
    ['Fecha|Hora inicio|Hora fin|Cliente|Servicio|Profesional', '03/12/2026|14:30|15:00|Anna Berg|Haircut|Liga'],
    [
      'Booking Start Time|Booking End Time|Service Name|Staff Member|First Name|Last Name',
      '2026-12-03T14:30:00+02:00|2026-12-03T15:00:00+02:00|Haircut|Liga|Anna|Berg',
    ],
    [
      'Date|Start time|Finish time|Customer|Booked service|Staff',
      'Thu 3 Dec 2026|2:30pm|3:00pm|Anna Berg|Haircut|Liga',
    ],
    [
      'Scheduled Date|Scheduled Time|Duration|Client|Service|Team member',
      '3 Dec 2026|14:30|30min|Anna Berg|Haircut|Liga',
    ],
    [
      'Geplantes Datum|Geplante Uhrzeit|Dauer|Kunde|Dienstleistung|Teammitglied|Stornierungsdatum',
      '3. Dez. 2026|14:30|30 Min.|Anna Berg|Haircut|Liga|',
    ],
    [
      'Booked on|Appointment date|Start|Minutes|Customer|Treatment|Employee',
      '1/11/2026|3/12/2026|14:30|30|Anna Berg|Haircut|Liga',
    ],
    [
      'Booking date|Start date/time|End date/time|Client name|Service|Provider',
      '2026-11-01 10:00|2026-12-03 14:30:00|2026-12-03 15:00:00|Anna Berg|Haircut|Liga',
    ],
    ['Дата|Время|Длительность|Клиент|Услуга|Мастер', '03.12.2026|14:30|30 мин|Anna Berg|Haircut|Liga'],
    [
      'Betreff|Beginnt am|Beginnt um|Endet am|Endet um|Mitarbeiterin',
      'Haircut - Anna Berg|03.12.2026|14:30:00|03.12.2026|15:00:00|Liga',
    ],
  ];
  for (const [titles = '', row = ''] of files) assert.deepEqual(rowsOf('dayFirst', titles, row), [cut], titles);
});

test('Acuity, Calendly, Phorest and Outlook: columns that say cancelled, halves of a person, whole days', () => {
  assert.deepEqual(
    rowsOf(
      'monthFirst',
      'Start Time|End Time|First Name|Last Name|Phone|Type|Calendar|Date Scheduled|Appointment ID|Canceled',
      "December 3, 2026 2:30 pm|December 3, 2026 3:00 pm|Anna|Berg|'+37120000001|Haircut|Liga|2026-11-01|1|",
      'December 3, 2026 4:30 pm|December 3, 2026 5:00 pm|Mia|Roze||Haircut|Liga|2026-11-01|2|Yes',
    ),
    [`${cut}+37120000001`, 'x · Mia Roze'],
  );
  assert.deepEqual(
    rowsOf(
      'monthFirst',
      'User Name|User Email|Invitee Name|Invitee Email|Text Reminder Number|Event Type Name|Start Date & Time|End Date & Time|Event Created Date & Time|Canceled|Canceled By|Event UUID',
      'Liga|liga@example.org|Anna Berg|anna@example.org|+371 20000001|Haircut|2026-12-03 02:30 pm|2026-12-03 03:00 pm|2026-11-01 10:00 am|false||u-1',
      'Liga|liga@example.org|Mia Roze|mia@example.org||Haircut|2026-12-03 04:30 pm|2026-12-03 05:00 pm|2026-11-01 10:00 am|true|Mia|u-2',
    ),
    [`${cut}+371 20000001`, 'x · Mia Roze'],
  );
  assert.deepEqual(
    rowsOf(
      'dayFirst',
      'Date|Start Time|End Time|Client First Name|Client Last Name|Staff First Name|Staff Last Name|Service|State',
      '03/12/2026|14:30|15:00|Anna|Berg|Liga|Berga|Haircut|BOOKED',
      '04/12/2026|14:30|15:00|Mia|Roze|Liga|Berga|Haircut|Anulowana',
    ),
    ['12-03T14:30-15:00 · Liga Berga · Haircut · Anna Berg · ', 'x · Mia Roze'],
  );
  assert.deepEqual(
    rowsOf(
      'monthFirst',
      'Subject|Start Date|Start Time|End Date|End Time|All day event|Reminder Date|Reminder Time',
      'Haircut - Anna Berg|12/3/2026|2:30:00 PM|12/3/2026|3:00:00 PM|False|12/3/2026|2:15:00 PM',
      'Closed|12/24/2026|12:00:00 AM|12/27/2026|12:00:00 AM|True||',
    ),
    ['12-03T14:30-15:00 ·  · Haircut · Anna Berg · ', '2026-12-24/2026-12-27 ·  ·  · Closed · '],
  );
});

test('times of day as people write them: hours alone, words before them, ranges, days with short years', () => {
  const rows = (...lines: string[]) => rowsOf('dayFirst', 'Datum|Uhrzeit|Kunde|Leistung|Mitarbeiter', ...lines);
  const [head, tail] = ['12-03T14:30-15:00 · Liga · Haircut · ', ' · '];
  assert.deepEqual(
    rows(
      '03.12.26|14.30 - 15|Anna|Haircut|Liga',
      '3.12.2026|kl. 14.30–15.00|Bo|Haircut|Liga',
      '3.12.2026|1430-1500|Cleo|Haircut|Liga',
      'Do 3.12.2026|14:30 bis 15 Uhr|Dora|Haircut|Liga',
    ),
    ['Anna', 'Bo', 'Cleo', 'Dora'].map((name) => head + name + tail),
  );
  const both = (...lines: string[]) => rowsOf('dayFirst', 'Termin|Kunde|Leistung|Mitarbeiter', ...lines);
  assert.deepEqual(
    both(
      '03.12.2026 14:30 - 15:00|Anna|Haircut|Liga',
      'Do., 03.12.2026, 14:30–15:00 Uhr|Bo|Haircut|Liga',
      '2026-12-03T14:30/2026-12-03T15:00|Cleo|Haircut|Liga',
      '03.12.2026 von 14:30 bis 15:00|Dora|Haircut|Liga',
    ),
    ['Anna', 'Bo', 'Cleo', 'Dora'].map((name) => head + name + tail),
  );
  assert.deepEqual(
    rowsOf('monthFirst', 'Date|Time|Customer|Service|Staff|Length', '12/3/26|2:30P|Ute|Haircut|Liga|1/2 hr'),
    [`${head}Ute${tail}`],
  );
});

test('a time of day that cannot be read is no whole day', () => {
  const titles = ['Date', 'Time', 'Customer', 'Staff'];
  const rows = [
    { line: 2, cells: ['2026-12-03', 'in the evening', 'Anna', 'Liga'] },
    { line: 3, cells: ['2026-12-03', '', 'Mia', 'Liga'] },
  ];
  const read = readAppointmentRows(
    { kind: 'appointments', titles, rows },
    {
      ...{ fields: suggestColumns('appointments', titles), country: 'LV', dayOrder: 'dayFirst', language: 'en', now },
      ...{ zone: 'Europe/Riga', today: '2026-11-29', serviceNames: [], last: now.add({ hours: 24 * 365 }) },
    },
  );
  assert.deepEqual(
    [read.appointments, read.problems.map(({ line, reasons }) => `${line} ${reasons}`)],
    [[], ['2 start', '3 noStart']],
  );
});

test('days without a year are the nearest such ones, and their rows are listed', () => {
  const rows = [
    ...['03.12.|14:30', 'Do 3.12.|14:30', '3.12|14:30', '3. Dez.|14:30', '|03.12. 14:30', '|Do 3. Dez 14:30 - 15:00'],
    ...['05.01.|14:30', '28.11.|14:30', '29.02.|14:30'],
  ];
  const [titles, lines] = [
    ['Datum', 'Beginn', 'Kunde'],
    rows.map((row, n) => ({ line: n, cells: [...row.split('|'), `Anna ${n}`] })),
  ];
  const read = readAppointmentRows(
    { kind: 'appointments', titles, rows: lines },
    {
      ...{ fields: suggestColumns('appointments', titles), country: 'DE', dayOrder: 'dayFirst', language: 'en', now },
      ...{ zone: 'Europe/Riga', today: '2026-11-29', serviceNames: [], last: now.add({ hours: 24 * 365 }) },
    },
  );
  assert.deepEqual(
    read.appointments.map(({ when, reasons }) => `${'start' in when ? when.start : ''} ${reasons}`),
    [...Array.from({ length: 6 }, () => '2026-12-03T12:30:00Z noYear'), '2027-01-05T12:30:00Z noYear'],
  );
  assert.deepEqual(
    [read.cancelled.map(({ line }) => line), read.problems.map(({ line, reasons }) => `${line} ${reasons}`)],
    [[7], ['8 start']],
  );
});

test('a title of a service and a name, with no mark between them', () => {
  const titled = (title: string) =>
    rowsOf('dayFirst', 'Betreff|Datum|Zeit|Dauer', `${title}|3.12.2026|14:30|30`)[0]?.replace(
      '12-03T14:30-15:00 ·  · ',
      '',
    );
  assert.equal(titled('Haircut Anna Berg'), 'Haircut · Anna Berg · ');
  assert.equal(titled('Anna Haircut +371 29123456'), 'Haircut · Anna · +371 29123456');
  assert.equal(titled('Haircut / Anna Berg'), 'Haircut · Anna Berg · ');
  assert.equal(titled('Ana de la Cruz haircut'), 'Haircut · Ana de la Cruz · ');
  for (const title of ['Haircut training', 'Team Haircut Meeting', 'Haircut for 2']) {
    assert.equal(titled(title), ` · ${title} · `, title);
  }
});

test('variations of one number are services of their own, and people stand with any mark between them', () => {
  const titles = ['Token', 'Item Name', 'Variation Name', 'Price', 'Duration', 'Staff'];
  const lines = ['A|Cut|Short|45|0:45|Léa/Zoé', 'A|Cut|Long|60|1:00|Léa & Zoé', 'A|Cut|Long|60|1:00|'];
  const rows = lines.map((line, n) => ({ line: n, cells: line.split('|') }));
  const read = readServiceRows({ kind: 'services', titles, rows }, suggestColumns('services', titles));
  assert.deepEqual(
    read.services.map(({ name, people, externalId }) => [name, people.join(' '), externalId]),
    [
      ['Cut – Short', 'Léa Zoé', 'A'],
      ['Cut – Long', 'Léa Zoé', 'A\n\ncut – long'],
    ],
  );
  assert.deepEqual(
    read.problems.map(({ line, reasons }) => `${line} ${reasons}`),
    ['2 repeated'],
  );
});

test('states of appointments that do not take place, in columns of any names', () => {
  const states: Record<string, string> = {
    Buchungsstatus: 'Storniert durch Kunde|Nicht erschienen|Entfällt',
    'Status wizyty': 'Odwołana przez klienta|Niestawienie się',
    Stato: 'Disdetto|Non presentato',
    Statut: 'Non honoré|Lapin|Absent',
    Bokningsstatus: 'Avbokad|Uteblev',
    Tila: 'Peruttu|Ei saapunut',
    Olek: 'Tühistatud|Ei ilmunud',
    Stav: 'Zrušeno|Nedostavil se',
    Статус: 'Не прийшов|Скасовано|Клиент не пришел',
    Estado: 'No se presentó|No presentado|Cancelada',
    Statuss: 'Atcelts|Neieradās',
    Label: 'No Show',
    Status: 'Denied|Late Cancel|Udeblevet',
    'Marked as No-Show': 'Yes',
    'Cancelled date': '2 Nov 2026|2026-11-02',
    Stornierungsdatum: '02.11.2026',
  };
  for (const [title, values] of Object.entries(states)) {
    for (const value of values.split('|')) {
      assert.deepEqual(
        rowsOf('dayFirst', `Datum|Uhrzeit|Kunde|${title}`, `03.12.2026|14:30|Anna|${value}`),
        ['x · Anna'],
        `${title}: ${value}`,
      );
    }
  }
  for (const [title, value] of Object.entries({ Zahlungsstatus: 'Storniert', Label: 'VIP', 'Cancelled date': '' })) {
    const [row] = rowsOf('dayFirst', `Datum|Uhrzeit|Kunde|Mitarbeiter|${title}`, `03.12.2026|14:30|Anna|Liga|${value}`);
    assert.match(row ?? '', /^12-03T14:30/, title);
  }
});

test('headings of the north, the east and of people who write their own lists', () => {
  const files = [
    ['Dato|Starttid|Sluttid|Kunde|Ydelse|Medarbejder', '03-12-2026|14:30|15:00|Anna Berg|Haircut|Liga'],
    ['Päivämäärä|Alkaa|Päättyy|Asiakas|Palvelu|Työntekijä', 'to 3.12.2026|klo 14.30|klo 15.00|Anna Berg|Haircut|Liga'],
    ['Kuupäev|Algus|Lõpp|Klient|Teenus|Töötaja', '03.12.2026|14:30|15:00|Anna Berg|Haircut|Liga'],
    ['Дата визита|Время|Длительность|Клиент|Услуги|Сотрудник', '3 декабря 2026|14:30|30 мин|Anna Berg|Haircut|Liga'],
    ['Дата|Час|Тривалість|Клієнт|Послуга|Майстер', '03.12.2026|14:30|30 хв|Anna Berg|Haircut|Liga'],
    ['Datums|Laiks no|Laiks līdz|Klients|Pakalpojums|Meistars', '03.12.2026.|14:30|15:00|Anna Berg|Haircut|Liga'],
    ['Datums|Laiks|Ilgums|Klients|Pakalpojums|Meistare', '3. decembris 2026|14:30|30|Anna Berg|Haircut|Liga'],
    ['Data|Pradžia|Pabaiga|Klientas|Paslauga|Meistrė', '2026 m. gruodžio 3 d.|14:30|15:00|Anna Berg|Haircut|Liga'],
    ['Datum|Tid|Längd|Kund|Tjänst|Personal', '2026-12-03|14:30|30 min|Anna Berg|Haircut|Liga'],
    ['Tag|von|bis|Kunde|Was|Wer', 'Donnerstag, 3. Dezember 2026|14:30|15 Uhr|Anna Berg|Haircut|Liga'],
  ];
  for (const [titles = '', row = ''] of files) assert.deepEqual(rowsOf('dayFirst', titles, row), [cut], titles);
  assert.deepEqual(
    rowsOf(
      'dayFirst',
      'Date|Time|Length|Client|Home Phone|Cell Phone|Service|Staff',
      '3/12/2026|14:30|30|Anna Berg||20000001|Haircut|Liga',
    ),
    [`${cut}20000001`],
    'several columns of numbers',
  );
});

test('columns of services in several languages', () => {
  const files = {
    'Service Name|Retail Price|Duration|Extra Time|Category Name|Service ID':
      'service price minutes bufferAfter category id',
    'Name der Leistung|Verkaufspreis|Dauer|Beschreibung|Kategorie': 'service price minutes description category',
    'Nom de la prestation|Prix TTC|Durée (minutes)|Catégorie': 'service price minutes category',
    'Pakalpojuma nosaukums|Cena EUR|Ilgums (min)|Kategorija|Darbinieki': 'service price minutes category person',
    'Услуга|Цена|Длительность|Категория|Сотрудники': 'service price minutes category person',
    'Name|Duration|Price|Padding Before|Processing time|Padding After|Active':
      'service minutes price bufferBefore skip bufferAfter status',
    'Dienstleistung|Dauer (in Minuten)|Preis (in €)|Vorlaufzeit|Nachlaufzeit':
      'service minutes price bufferBefore bufferAfter',
    'Nazwa usługi|Wariant|Czas trwania|Cena': 'service variation minutes price',
    'Servicio|Categoría|Duración (h:mm)|P.V.P.': 'service category minutes price',
    'Kategoria|Nazwa usługi|Cena|Typ ceny|Czas trwania|Przerwa po|Pracownicy':
      'category service price skip minutes bufferAfter person',
    'Prestation|Option|Durée|Prix plein|Employés|Pause avant': 'service variation minutes price person bufferBefore',
    'Tjänst|Kategori|Tid (min)|Pris (kr)': 'service category minutes price',
    'Behandling|Gruppe|Varighed|Pris|Tekst': 'service category minutes price description',
    'Palvelu|Palveluryhmä|Kesto|Hinta|Kuvaus': 'service category minutes price description',
    'Teenus|Grupp|Kestus|Hind|Kirjeldus': 'service category minutes price description',
    'Послуга|Категорія|Тривалість|Ціна|Опис': 'service category minutes price description',
  };
  for (const [titles, fields] of Object.entries(files)) {
    assert.equal(suggestColumns('services', titles.split('|')).join(' '), fields, titles);
  }
});

test('lengths in words of several languages, in hours and a half, and as fractions of a day', () => {
  for (const text of [
    '1 hodina 30 minut',
    '1 час 30 мин',
    '1 ora e 30 minuti',
    '1½ h',
    '1 1/2 Stunden',
    '1,5',
    '0.0625',
    '90 мин',
    'ca. 90 Min.',
    '75-90 min',
    '+90 Min',
  ]) {
    assert.equal(minutesIn(text), 90, text);
  }
});

test('prices of nothing', () => {
  for (const text of ['Offert', 'kostenlos', 'zdarma', 'ilmainen', 'tasuta', 'бесплатно', 'nemokamai']) {
    assert.equal(priceIn(text), 0, text);
  }
});

test('price lists without headings are recognized by their values, whatever their order', () => {
  const lists = [
    'Cut|39,00 €|45 min\nColour|60,00 €|1h 30m',
    '45|Cut|39,00\n90|Colour|60,00',
    '€39.00|0:45|Cut\n€60.00|1:30|Colour',
    'Cut|39|45\nColour|61|90',
    'Hair|Cut|45 Min.|39,-\nHair|Colour|90 Min.|60,-\nHair|Perm|120 Min.|80,-',
  ];
  for (const list of lists) {
    const rows = list.split('\n').map((row, line) => ({ line, cells: row.split('|') }));
    const titles = (rows[0]?.cells ?? []).map(() => '');
    const fields = suggestColumns('services', titles, rows);
    const read = readServiceRows({ kind: 'services', titles, rows }, fields);
    const cuts = read.services.map(({ name, minutes, price }) => `${name} ${minutes} ${Math.floor(price)}`);
    assert.deepEqual(cuts.slice(0, 2), ['Cut 45 39', `Colour 90 ${list.includes('61') ? 61 : 60}`], list);
  }
});

test('a diary says a day once, a number stands behind a name, and a break is no customer', () => {
  const read = (...lines: string[]) => {
    const rows = lines.map((line, n) => ({ line: n + 2, cells: line.split('|') }));
    const titles = ['Datum', 'Uhrzeit', 'Kundin', 'Was', 'Bei'];
    return readAppointmentRows(
      { kind: 'appointments', titles, rows },
      {
        ...{ fields: suggestColumns('appointments', titles), country: 'DE', dayOrder: 'dayFirst', language: 'en', now },
        ...{ zone: 'Europe/Riga', today: '2026-11-29', serviceNames: [], last: now.add({ hours: 24 * 365 }) },
      },
    );
  };
  const { appointments, problems, cancelled } = read(
    'Do 03.12.2026|9:00|Müller Änne 0171 5550101|Haircut|Liga',
    '|10.30|Frau Groß|Haircut|Liga',
    '|13-14 Uhr|PAUSE||Liga',
    'Fr 04.12.2026||||',
    '|9 Uhr|Mia|Haircut|Liga',
    '|14 Uhr 30|Ida|Haircut|Liga',
    '|16.00 uur|Lunchpauze||Liga',
  );
  assert.deepEqual(
    appointments.map(({ when, customer, title, reasons }) =>
      ['start' in when ? when.start.toString() : '', customer?.name, customer?.phoneNumber, title, ...reasons]
        .filter(Boolean)
        .join(' · '),
    ),
    [
      '2026-12-03T07:00:00Z · Müller Änne · 0171 5550101',
      '2026-12-03T08:30:00Z · Frau Groß · dayAbove',
      '2026-12-03T11:00:00Z · PAUSE · dayAbove',
      '2026-12-04T07:00:00Z · Mia · dayAbove',
      '2026-12-04T12:30:00Z · Ida · dayAbove',
      '2026-12-04T14:00:00Z · Lunchpauze · dayAbove',
    ],
  );
  assert.deepEqual([problems, cancelled], [[], []]);
});

test('services of a visit in rows of their own, with its number in each, are appointments of their own', () => {
  const titles = ['Ref #', 'Client', 'Service', 'Scheduled date', 'Time', 'Duration', 'Team member', 'Status'];
  const lines = [
    'T1|Anna|Colour|4 Dec 2026|10:00|1h|Liga|New',
    'T1|Anna|Haircut|4 Dec 2026|11:00|45min|Liga|New',
    'T1|Anna|Haircut|4 Dec 2026|11:00|45min|Liga|New',
  ];
  const rows = lines.map((line, n) => ({ line: n + 2, cells: line.split('|') }));
  const read = readAppointmentRows(
    { kind: 'appointments', titles, rows },
    {
      ...{ fields: suggestColumns('appointments', titles), country: 'LV', dayOrder: 'dayFirst', language: 'en', now },
      ...{ zone: 'Europe/Riga', today: '2026-11-29', serviceNames: [], last: now.add({ hours: 24 * 365 }) },
    },
  );
  assert.deepEqual(
    read.appointments.map(({ service, externalId }) => [service, externalId.split('\n')[0]]),
    [
      ['Colour', 'T1'],
      ['Haircut', 'T1'],
    ],
  );
  assert.deepEqual(
    read.problems.map(({ line, reasons }) => `${line} ${reasons}`),
    ['4 repeated'],
  );
});

test('times and headings of programs and people in Italian, Lithuanian, Latvian, Spanish, Polish and Dutch', () => {
  const files = [
    [
      'N. rif.|Cliente|Servizio|Data creazione|Data programmata|Ora|Durata|Sede|Membro del team|Stato',
      '#1|Anna Berg|Haircut|01/11/2026|03/12/2026|14:30|30min|Riga|Liga|Confermato',
    ],
    ['Data|Laikas|Trukmė|Klientas|Paslauga|Darbuotojas', '2026 12 03|14 val. 30 min.|30|Anna Berg|Haircut|Liga'],
    ['Data|Laikas|Trukmė|Klientas|Paslauga|Darbuotojas', '2026-12-03 d.|14:30|30|Anna Berg|Haircut|Liga'],
    [
      'Datums|Laiks|Ilgums|Klients|Pakalpojums|Meistars',
      '2026. gada 3. decembris|plkst. 14.30|½ st.|Anna Berg|Haircut|Liga',
    ],
    [
      'Fecha|Hora|Duración|Cliente|Servicio|Profesional',
      'jueves 3 de diciembre de 2026|a las 14:30 h|30′|Anna Berg|Haircut|Liga',
    ],
    ['Data wizyty|Godzina|Czas trwania|Klient|Usługa|Pracownik', '03.12.2026|14:30|0,5 godz.|Anna Berg|Haircut|Liga'],
    ['Dag|Tijd|Duur|Klant|Behandeling|Medewerker', 'do 3 december 2026|14.30 uur|30 min|Anna Berg|Haircut|Liga'],
  ];
  for (const [titles = '', row = ''] of files) assert.deepEqual(rowsOf('dayFirst', titles, row), [cut], row);
  assert.deepEqual(['1¼ Std.', '2½h', '¾ h', '1u 15', '1 1/2 h'].map(minutesIn), [75, 150, 45, 75, 90]);
  assert.deepEqual(
    ['14.8631', '0.125', '1.234', '12.500', '1.234,5', '1234.500'].map(priceIn),
    [14.86, 0.13, 1234, 12500, 1234.5, 1234.5],
  );
  const titles = ['Nome servizio', 'Durata', 'Tempo supplementare', 'ID servizio'];
  const rows = [{ line: 2, cells: ['Viso - From', '1h 30m', '50m tempo di attesa dopo il trattamento', 's-1'] }];
  const { services } = readServiceRows({ kind: 'services', titles, rows }, suggestColumns('services', titles));
  assert.deepEqual(
    services.map(({ name, minutes, bufferAfter, externalId }) => [name, minutes, bufferAfter, externalId]),
    [['Viso', 90, 50, 's-1']],
  );
});

test('a week with a column for each day gives no services', () => {
  const titles = ['Zeit', 'Montag 07.12.', 'Dienstag 08.12.'];
  const rows = ['9:00|Müller|Groß', '10:00||Weiß'].map((line, n) => ({ line: n + 2, cells: line.split('|') }));
  const fields = suggestColumns('services', titles, rows);
  assert.deepEqual(fields, ['minutes', 'skip', 'skip']);
  const read = readServiceRows({ kind: 'services', titles, rows }, fields);
  assert.deepEqual(
    [read.services, read.problems.map(({ reasons }) => String(reasons))],
    [[], ['noService', 'noService']],
  );
});

test('days, times and lengths that a workbook keeps as numbers', async () => {
  const day = (value: number) => ({ value, format: 'day' }) as const;
  const clock = (value: number) => ({ value, format: 'clock' }) as const;
  const diary = await workbookOf({
    December: [
      ['Datum', 'Uhrzeit', 'Dauer', 'Kunde', 'Leistung', 'Mitarbeiter'],
      [day(46359), clock(0.604166666666667), clock(0.0208333333333333), 'Anna Berg', 'Haircut', 'Liga'],
      [46359, 0.604166666666667, 0.0208333333333333, 'Anna Berg', 'Haircut', 'Liga'],
      [46359.6041666667, '', 30, 'Anna Berg', 'Haircut', 'Liga'],
    ],
  });
  const [sheet] = await readSheets(diary);
  const [titles = [], ...rows] = (sheet?.rows ?? []).map(({ cells }) => cells.join('|'));
  for (const row of rows) assert.deepEqual(rowsOf('dayFirst', String(titles), row), [cut], row);
  const lengths = await workbookOf({ Prices: [[clock(0.0625), clock(0.03125), 45, 0.0625]] });
  const [prices] = await readSheets(lengths);
  assert.deepEqual(prices?.rows[0]?.cells.map(minutesIn), [90, 45, 45, 90]);
});

// Tests of tables of appointments and services as programs in several languages write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAppointmentRows } from './appointment-rows.ts';
import { minutesIn } from './read-times.ts';
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
    ['Fecha|Hora inicio|Hora fin|Cliente|Servicio|Profesional', '03/12/2026|14:30|15:00|Anna Berg|Haircut|Liga'],
    [
      'Booking Start Time|Booking End Time|Service Name|Staff Member|First Name|Last Name',
      '2026-12-03T14:30:00+02:00|2026-12-03T15:00:00+02:00|Haircut|Liga|Anna|Berg',
    ],
    [
      'Date|Start time|Finish time|Customer|Booked service|Staff',
      'Thu 3 Dec 2026|2:30pm|3:00pm|Anna Berg|Haircut|Liga',
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

test('columns of services in several languages', () => {
  const files = {
    'Service Name|Retail Price|Duration|Extra Time|Category Name|Service ID':
      'service price minutes bufferAfter category id',
    'Name der Leistung|Verkaufspreis|Dauer|Beschreibung|Kategorie': 'service price minutes description category',
    'Nom de la prestation|Prix TTC|Durée (minutes)|Catégorie': 'service price minutes category',
    'Pakalpojuma nosaukums|Cena EUR|Ilgums (min)|Kategorija|Darbinieki': 'service price minutes category person',
    'Услуга|Цена|Длительность|Категория|Сотрудники': 'service price minutes category person',
    'Name|Duration|Price|Padding Before|Padding After|Active': 'service minutes price bufferBefore bufferAfter skip',
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
  ]) {
    assert.equal(minutesIn(text), 90, text);
  }
});

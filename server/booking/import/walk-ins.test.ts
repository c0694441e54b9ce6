// Tests of customers whom a program does not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { isPlaceholder } from './placeholder-names.ts';

test('the words of programs for a customer without a name are known in many languages', () => {
  const placeholders = [
    ...['Walk-In', 'Walk In', 'walkin', 'WALK-IN CLIENT', 'Walk-in customer', 'No customer', 'No client', 'No name'],
    ...['Guest', 'Guest customer', 'Unknown customer', 'Anonymous client', 'Cash customer', 'Walk-In 2', '(Walk-In)'],
    ...[
      'Gast',
      'Laufkundschaft',
      'Laufkunde',
      'Laufkundin',
      'Ohne Termin',
      'Kein Kunde',
      'Unbekannter Kunde',
      'Passant',
    ],
    ...['Client de passage', 'De passage', 'Sans rendez-vous', 'Sans RDV', 'Invité', 'Client anonyme', 'Aucun client'],
    ...[
      'Sin cita',
      'Cliente sin cita',
      'Cliente de paso',
      'Invitado',
      'Cliente anónimo',
      'Sin cliente',
      'Ningún cliente',
    ],
    ...['Garāmgājējs', 'Klients bez pieraksta', 'Bez pieraksta', 'Nezināms klients', 'Viesis', 'Bez klienta'],
    ...['Klientas be registracijos', 'Be registracijos', 'Nežinomas klientas', 'Svečias', 'Be kliento', 'Praeivis'],
    ...['Ospite', 'Cliente di passaggio', 'Gość', 'Klient z ulicy', 'Inloop', 'Passant', 'Гость'],
  ];
  const people = ['Anna Gast', 'Walker', 'Guesta Berg', 'Viesturs', 'Anna', 'Gastón', 'Client', 'Ana Sin', 'Pass', ''];
  assert.deepEqual(
    placeholders.filter((name) => !isPlaceholder(name)),
    [],
  );
  assert.deepEqual(people.filter(isPlaceholder), []);
});

test('a service without a customer is a visit, and a time without either is not to be booked', async () => {
  await using salon = await salonForImports();
  await buildService(salon, salon.employee, { name: 'Cut', minutes: 30 });
  const file = [
    'Start;Duration;Staff;Service;Client;Notes',
    '2026-12-03 10:00;30;Anna Ozola;Cut;;',
    '2026-12-03 11:00;30;Anna Ozola;;;Training',
    '2026-12-03 12:00;30;Anna Ozola;Lunch;;',
  ].join('\n');
  const { counts, problems } = await salon.run(file);
  assert.deepEqual([counts.appointments.added, counts.customers], [3, 0]);
  assert.deepEqual(
    problems.flatMap(({ line, reasons }) => (reasons.includes('walkIn') ? [line] : [])),
    [2],
  );
  const { read } = salon.database;
  const visits = await read.selectFrom('visits').select(['name', 'contactId']).execute();
  assert.deepEqual(visits, [{ name: '', contactId: null }]);
  const events = await read.selectFrom('events').select(['title', 'type']).orderBy('startAt').execute();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['success', 'danger', 'danger'],
  );
});

test('walk-ins come without a customer of their own, and the report says so', async () => {
  await using salon = await salonForImports();
  const file = [
    'Start;Duration;Staff;Service;Client;Mobile',
    '2026-12-03 10:00;30;Anna Ozola;Cut;Walk-In;',
    '2026-12-03 11:00;30;Anna Ozola;Cut;Walk-In;',
    '2026-12-03 11:00;30;Boris Kalns;Cut;Laufkundschaft;',
    '2026-12-03 12:00;30;Anna Ozola;Cut;Rita Roze;20000001',
    // A person can be reached at the number.
    '2026-12-03 13:00;30;Anna Ozola;Cut;Guest;20000002',
  ].join('\n');
  const preview = await salon.preview(file);
  assert.deepEqual([preview.counts.appointments.added, preview.counts.customers], [5, 2]);
  const { counts, problems } = await salon.run(file);
  assert.deepEqual([counts.appointments.added, counts.customers, counts.leftOut], [5, 2, 0]);
  assert.deepEqual(
    problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons]),
    [2, 3, 4].map((line) => [line, false, ['walkIn']]),
  );
  const visits = await salon.database.read
    .selectFrom('visits')
    .select(['name', 'contactId', 'status', 'phoneNumber'])
    .orderBy('startAt')
    .execute();
  assert.deepEqual(
    visits.map(({ name, contactId, status }) => [name, contactId !== null, status]),
    [
      ...['', '', ''].map((name) => [name, false, 'confirmed']),
      ['Rita Roze', true, 'confirmed'],
      ['Guest', true, 'confirmed'],
    ],
  );
  const contacts = await salon.database.read.selectFrom('contacts').select('name').orderBy('name').execute();
  assert.deepEqual(
    contacts.map(({ name }) => name),
    ['Guest', 'Rita Roze'],
  );
  const again = await salon.run(file);
  assert.deepEqual([again.counts.appointments.unchanged, again.counts.customers], [5, 0]);
  const moved = await salon.run(file.replace('Cut;Walk-In;\n', 'Colour;Walk-In;\n'));
  assert.equal(moved.counts.appointments.unchanged, 4);
});

test('an event of a calendar whose title is such a word is a visit', async () => {
  await using salon = await salonForImports();
  const file =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261203T120000Z\nDTEND:20261203T123000Z\nSUMMARY:Walk-In\nEND:VEVENT\nEND:VCALENDAR';
  const { counts } = await salon.run(file, { calendarId: salon.colleague.calendarId });
  assert.deepEqual([counts.appointments.added, counts.customers], [1, 0]);
  const [visit] = await salon.database.read.selectFrom('visits').select(['name', 'contactId']).execute();
  assert.deepEqual(visit, { name: '', contactId: null });
});

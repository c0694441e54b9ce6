// Tests of appointments whose cell names several services: parts of one visit, one after the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { severalServices } from '#contract/booking/import.ts';
import { newId } from '#contract/lib/fields.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { readStored } from './read-stored.ts';

type Salon = Awaited<ReturnType<typeof salonForImports>>;

async function salonWithServices() {
  const salon = await salonForImports();
  await buildService(salon, salon.employee, { name: 'Haircut', minutes: 45, price: 30 });
  await buildService(salon, salon.employee, { name: 'Colour', minutes: 60, price: 60 });
  return salon;
}

/** In Riga: time, minutes, customer or title, service, price. */
const shown = async (salon: Salon) =>
  (await salon.appointments()).map(({ startAt, endAt, name, title, serviceName, price }) => [
    startAt.toZonedDateTimeISO('Europe/Riga').toPlainDateTime().toString().slice(8, 16),
    ...[startAt.until(endAt).total('minutes'), name || title, serviceName, Number(price)],
  ]);

async function visitsOf({ database }: Salon) {
  const rows = await database.read
    .selectFrom('visits as v')
    .innerJoin('visitParts as p', 'p.visitId', 'v.id')
    .select(['v.name', 'v.startAt', 'v.endAt', 'p.position', 'p.serviceName'])
    .orderBy('v.startAt')
    .orderBy('p.position')
    .execute();
  return rows.map(({ name, startAt, endAt, position, serviceName }) =>
    [name, startAt.until(endAt).total('minutes'), position, serviceName].join(' '),
  );
}

const head = 'Ref;Start;Ende;Mitarbeiter;Kunde;Leistung;Preis';

test('services that fit into the time are parts of one visit; others stay one appointment, and are listed', async () => {
  await using salon = await salonWithServices();
  const file = [
    head,
    '1;03.12.2026 10:00;03.12.2026 11:45;Anna;Liga;Haircut, Colour;80',
    '2;03.12.2026 12:00;03.12.2026 13:00;Anna;Juris;Haircut + Colour;',
    '3;03.12.2026 14:00;;Anna;Mara;Colour und Haircut;',
    '4;03.12.2026 16:00;03.12.2026 17:00;Anna;Zane;Haircut, Spa;',
  ].join('\n');
  const preview = await salon.preview(file);
  assert.deepEqual(
    preview.services.map(({ name, id, parts }) => [name, id === severalServices, parts.join(' ')]),
    [
      ['Colour und Haircut', true, 'Colour Haircut'],
      ['Haircut + Colour', true, 'Haircut Colour'],
      ['Haircut, Colour', true, 'Haircut Colour'],
      ['Haircut, Spa', false, ''],
    ],
  );
  assert.deepEqual(
    preview.problems.map(({ line, isLeftOut, reasons }) => `${line} ${isLeftOut} ${reasons}`),
    ['3 false together'],
  );
  const { counts, report } = await salon.run(file);
  assert.deepEqual([counts.appointments.added, counts.customers, report.length, counts.clashes], [4, 4, 4, 0]);
  assert.deepEqual(await shown(salon), [
    ['03T10:00', 45, 'Liga', 'Haircut', 26.67],
    ['03T10:45', 60, 'Liga', 'Colour', 53.33],
    ['03T12:00', 60, 'Juris', 'Haircut + Colour', 0],
    ['03T14:00', 60, 'Mara', 'Colour', 60],
    ['03T15:00', 45, 'Mara', 'Haircut', 30],
    ['03T16:00', 60, 'Zane', 'Haircut, Spa', 0],
  ]);
  assert.deepEqual((await visitsOf(salon)).slice(0, 2), ['Liga 105 0 Haircut', 'Liga 105 1 Colour']);
  const again = await salon.run(file);
  assert.deepEqual(again.counts.appointments, { added: 0, changed: 0, unchanged: 4, kept: 0, removed: 0 });
});

test('the words alone can be chosen, and the next file moves all parts, or has fewer', async () => {
  await using salon = await salonWithServices();
  const row = '1;03.12.2026 10:00;03.12.2026 11:45;Anna;Liga;Haircut, Colour;';
  const words = await salon.preview(`${head}\n${row}`, { services: [newId] });
  assert.deepEqual(words.services, [{ name: 'Haircut, Colour', id: null, rows: 1, parts: ['Haircut', 'Colour'] }]);
  const parts = await salon.preview(`${head}\n${row}`, { services: [severalServices] });
  assert.equal(parts.services[0]?.id, severalServices);
  await salon.run(`${head}\n${row}`);
  const moved = await salon.run(`${head}\n${row.replaceAll('03.12.', '04.12.')}`);
  assert.equal(moved.counts.appointments.changed, 1);
  assert.deepEqual(await visitsOf(salon), ['Liga 105 0 Haircut', 'Liga 105 1 Colour']);
  assert.deepEqual(
    (await shown(salon)).map(([at, , , service]) => `${at} ${service}`),
    ['04T10:00 Haircut', '04T10:45 Colour'],
  );
  const fewer = await salon.run(`${head}\n1;04.12.2026 10:00;04.12.2026 11:00;Anna;Liga;Colour;`);
  assert.equal(fewer.counts.appointments.changed, 1);
  assert.deepEqual(await visitsOf(salon), ['Liga 60 0 Colour']);
  assert.equal((await shown(salon)).length, 1);
  await salon.run(`${head}\n${row}`);
  assert.deepEqual(await visitsOf(salon), ['Liga 105 0 Haircut', 'Liga 105 1 Colour']);
  const [contact] = await salon.database.read.selectFrom('contacts').selectAll().execute();
  assert.equal(String(contact?.nextVisit), '2026-12-03T08:00:00Z');
});

test('a title of a calendar can list them, beside a customer with a number', async () => {
  await using salon = await salonWithServices();
  const event = (uid: string, title: string, more: string[] = []) =>
    ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, ...more, 'END:VEVENT'].join('\r\n');
  const at = (hour: number, minutes: number) => [`DTSTART:20261203T${hour}0000Z`, `DURATION:PT${minutes}M`];
  const calendar = [
    'BEGIN:VCALENDAR',
    event('a', 'Haircut\\, Colour - Mia Roze', at(10, 105)),
    event('b', 'Colour - Tom Berg (20000001)', at(12, 60)),
    event('c', 'Haircut – Ute', [...at(14, 45), 'ATTENDEE;CN=ute@example.org:mailto:ute@example.org']),
    event('d', 'Abgesagt: Haircut - Ida', at(15, 45)),
    event('e', 'Haircut', [...at(16, 45), 'DESCRIPTION:Client: Eva\\nPhone: 20000002\\nStaff: Boris']),
    'END:VCALENDAR',
  ].join('\r\n');
  const { counts } = await salon.run(calendar, { calendarId: salon.employee.calendarId });
  assert.equal(counts.notComing, 1);
  const rows = await salon.database.read
    .selectFrom('appointments')
    .select(['name', 'serviceName', 'phoneNumber', 'eMail', 'calendarId'])
    .orderBy('startAt')
    .execute();
  assert.deepEqual(
    rows.map((row) => [
      row.name,
      row.serviceName,
      row.phoneNumber,
      row.eMail,
      row.calendarId === salon.colleague.calendarId,
    ]),
    [
      ['Mia Roze', 'Haircut', '', '', false],
      ['Mia Roze', 'Colour', '', '', false],
      ['Tom Berg', 'Colour', '20000001', '', false],
      ['Ute', 'Haircut', '', 'ute@example.org', false],
      ['Eva', 'Haircut', '20000002', '', true],
    ],
  );
});

test('an appointment that was just imported is stored as the one that was written', async () => {
  await using salon = await salonWithServices();
  await salon.run(
    [
      `${head};Notizen;E-Mail;Mobil`,
      '1;03.12.2026 10:00;03.12.2026 11:45;Anna;Liga Bērziņa;Haircut, Colour;80;Nur vormittags;liga@example.org;+37120000001',
      '2;03.12.2026 12:00;03.12.2026 13:00;Anna;Juris “J” O’Neill;Haircut;12,35;"Zeile 1\nZeile 2";;',
      '3;03.12.2026 14:00;;Anna;;Pause;;;;',
      '4;03.12.2026 00:00;05.12.2026 00:00;Boris;;Urlaub;;;;',
    ].join('\n'),
  );
  const refs = await salon.database.read
    .selectFrom('importRefs')
    .select(['externalId', 'recordId', 'storedDigest'])
    .where('kind', '=', 'appointment')
    .orderBy('externalId')
    .execute();
  assert.deepEqual(
    refs.map(({ externalId }) => externalId),
    ['1', '2', '3', '4'],
  );
  const user = { companyId: salon.company.id } as SignedIn['user'];
  const context = { db: salon.database.read, user };
  const ids = refs.map(({ recordId }) => recordId);
  const stored = await readStored(context, 'appointment', ids);
  for (const { externalId, recordId, storedDigest } of refs) {
    assert.equal(storedDigest, stored.get(recordId)?.digest, externalId);
  }
});

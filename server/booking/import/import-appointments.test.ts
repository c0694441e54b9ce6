// Tests of importing coming appointments: times, people, services, customers, clashes, second files and undo.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { bookingImports } from '#contract/booking/import.ts';
import { remindOfVisits } from '#server/booking/notifications/remind-of-visits.ts';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

type Salon = Awaited<ReturnType<typeof salonForImports>>;

/** In Riga, two hours ahead of UTC in winter. */
const local = (row: Awaited<ReturnType<Salon['appointments']>>[number]) => [
  row.startAt.toZonedDateTimeISO('Europe/Riga').toPlainDateTime().toString().slice(5, 16),
  row.startAt.until(row.endAt).total('minutes'),
  row.person,
  row.name || row.title,
  row.serviceName,
  row.lane,
];

const head = 'Ref;Date;Time;Duration;Team member;Service;Client;Mobile;Email;Status;Notes';

test('coming appointments come with person, service, customer and time, and no message leaves', async () => {
  await using salon = await salonForImports();
  await buildService(salon, salon.employee, { name: 'Haircut', minutes: 45, price: 30 });
  const file = [
    head,
    'A1;03.12.2026;14:30;1h;Anna Ozola;Haircut;Liga Berga;20000001;liga@example.org;Confirmed;window seat',
    'A2;03.12.2026;15:30;;Anna O.;haircut;Liga Berga;20000001;liga@example.org;New;',
    'A3;04.12.2026;09:00;30 min;Kalns, Boris;Massage;Juris;;not an address;Booked;',
    'A4;05.12.2026;10:00;30;Zane;Haircut;Anna;;;Confirmed;',
    'A5;05.12.2026;10:00;30;Anna Ozola;Haircut;Karl;;;Cancelled;',
    'A6;05.10.2026;10:00;30;Anna Ozola;Haircut;Karl;;;Confirmed;',
    'A7;soon;10:00;30;Anna Ozola;Haircut;Karl;;;Confirmed;',
    'A8;06.12.2026;;;Anna Ozola;;;;;;Holiday',
    'A9;05.12.2030;10:00;30;Anna Ozola;Haircut;Karl;;;Confirmed;',
  ].join('\n');
  const preview = await salon.preview(file);
  assert.deepEqual(
    preview.columns.map(({ field }) => field),
    ['id', 'date', 'time', 'minutes', 'person', 'service', 'name', 'phoneNumber', 'eMail', 'status', 'notes'],
  );
  assert.equal(preview.kind, 'appointments');
  assert.deepEqual(
    preview.people.map(({ name, id, rows }) => [name, id === salon.employee.calendarId, rows]),
    [
      ['Anna Ozola', true, 2],
      ['Anna O.', true, 1],
      ['Kalns, Boris', false, 1],
      ['Zane', false, 1],
    ],
  );
  assert.deepEqual(
    preview.services.map(({ name, id }) => [name, id !== null]),
    [
      ['Haircut', true],
      ['Massage', false],
      ['haircut', true],
    ],
  );
  assert.deepEqual(
    preview.problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons]),
    [
      [3, false, ['minutes']],
      [4, false, ['eMail']],
      [5, true, ['noPerson']],
      [8, true, ['start']],
      [10, true, ['far']],
    ],
  );
  const answer = await salon.run(file);
  const { problems: _, clashes: __, report: ___, ...same } = preview;
  const { problems: ____, clashes: _____, report, ...done } = answer;
  assert.deepEqual(done, same, 'the import does what its preview has said');
  assert.deepEqual(answer.counts, {
    services: { added: 0, changed: 0, unchanged: 0, kept: 0 },
    appointments: { added: 4, changed: 0, unchanged: 0, kept: 0, removed: 0 },
    ...{ customers: 2, notComing: 2, leftOut: 3, incomplete: 2, gone: 0, clashes: 0, outside: 0 },
  });
  assert.deepEqual((await salon.appointments()).map(local), [
    ['12-03T14:30', 60, 'Anna', 'Liga Berga', 'Haircut', 0],
    ['12-03T15:30', 45, 'Anna', 'Liga Berga', 'Haircut', 0],
    ['12-04T09:00', 30, 'Boris', 'Juris', 'Massage', 0],
    ['12-06T00:00', 1440, 'Anna', 'Holiday', '', 0],
  ]);
  assert.deepEqual(
    report.map(({ line, result }) => `${line} ${result}`),
    ['2 added', '3 added', '4 added', '5 leftOut', '6 notComing', '7 notComing', '8 leftOut', '9 added', '10 leftOut'],
  );
  const customers = await salon.database.read
    .selectFrom('contacts')
    .select(['name', 'eMail', 'phoneNumber', 'visitsCount', 'nextVisit'])
    .orderBy('name')
    .execute();
  assert.deepEqual(
    customers.map(({ name, eMail, phoneNumber, nextVisit }) => [name, eMail, phoneNumber, nextVisit !== null]),
    [
      ['Juris', '', '', true],
      ['Liga Berga', 'liga@example.org', '20000001', true],
    ],
  );
  const sent = await salon.database.read.selectFrom('deliveries').select('id').execute();
  assert.deepEqual(sent, []);
});

test('what overlaps stands beside it and is listed; the chosen zone and people count', async () => {
  await using salon = await salonForImports();
  await buildEvent(salon, salon.employee, { start: '2026-12-03T12:00:00Z', name: 'Mara' });
  const file = [
    'Start,End,Staff,Customer name',
    '2026-12-03 13:15,2026-12-03 13:45,Nobody,Liga',
    '2026-12-03 13:30,2026-12-03 14:00,Nobody,Juris',
    '2026-12-03 14:00,14:30,Nobody,Karl',
  ].join('\n');
  const choices = { timeZone: 'Europe/Berlin', people: [salon.employee.calendarId] };
  const { clashes } = await salon.preview(file, choices);
  assert.deepEqual(
    clashes.map(({ line, name, other, person }) => [line, name, other, person]),
    [
      [2, 'Liga', 'Mara', 'Anna Ozola'],
      [3, 'Juris', 'Mara', 'Anna Ozola'],
    ],
  );
  await salon.run(file, choices);
  assert.deepEqual((await salon.appointments()).map(local), [
    ['12-03T14:00', 60, 'Anna', 'Mara', '', 0],
    ['12-03T14:15', 30, 'Anna', 'Liga', '', 1],
    ['12-03T14:30', 30, 'Anna', 'Juris', '', 2],
    ['12-03T15:00', 30, 'Anna', 'Karl', '', 0],
  ]);
  // The next file of the program begins with the people that were chosen.
  const next = await salon.preview(`${file}\n2026-12-04 10:00,10:30,Nobody,Nina`);
  assert.deepEqual(
    next.people.map(({ id }) => id),
    [salon.employee.calendarId],
  );
});

test('what is over a time when the person is busy elsewhere is listed, and staff accepted it', async () => {
  await using salon = await salonForImports();
  const { companyId, calendarId } = salon.employee;
  await buildEvent(salon, salon.employee, { start: '2026-12-03T09:30:00Z', name: 'Mara' });
  const time = { start: Temporal.Instant.from('2026-12-03T09:15Z'), end: Temporal.Instant.from('2026-12-03T11:00Z') };
  const source = { companyId, calendarId, sourceId: randomUUID() };
  await replaceOutsideTimes(salon.database.write, { ...source, times: [time] });
  const file = [
    'Start,End,Staff,Customer name',
    '2026-12-03 09:45,2026-12-03 10:15,Anna Ozola,Liga',
    '2026-12-03 10:30,2026-12-03 11:00,Anna Ozola,Juris',
    '2026-12-03 11:00,11:30,Anna Ozola,Karl',
  ].join('\n');
  const choices = { timeZone: 'Etc/UTC' };
  const { clashes, counts } = await salon.preview(file, choices);
  const expected = [
    [2, 'Liga', 'Mara', false],
    [2, 'Liga', '', true],
    [3, 'Juris', '', true],
  ];
  assert.deepEqual(
    clashes.map(({ line, name, other, isOutside }) => [line, name, other, isOutside]),
    expected,
  );
  assert.deepEqual([counts.clashes, counts.outside], [1, 2]);
  const done = await salon.run(file, choices);
  assert.deepEqual([done.counts.clashes, done.counts.outside], [1, 2]);
  const events = await salon.database.read
    .selectFrom('events')
    .select(['lane', 'overlapAcceptedBy'])
    .orderBy('startAt')
    .where('startAt', '>=', Temporal.Instant.from('2026-12-03T09:45Z'))
    .execute();
  assert.deepEqual(
    events.map(({ lane, overlapAcceptedBy }) => [lane, overlapAcceptedBy !== null]),
    [
      [1, true],
      [0, true],
      [0, false],
    ],
  );
});

test('a second file moves, removes and adds; what was changed here stays', async () => {
  await using salon = await salonForImports();
  const day = (rows: string[]) => [head, ...rows].join('\n');
  const row = (id: string, time: string, name: string, more = 'Confirmed') =>
    `${id};03.12.2026;${time};30;Anna Ozola;;${name};;;${more};`;
  await salon.run(
    day([
      row('1', '09:00', 'Ada'),
      row('2', '10:00', 'Bea'),
      row('3', '11:00', 'Cid'),
      row('4', '12:00', 'Dan'),
      row('5', '13:00', 'Eva'),
    ]),
  );
  const before = await salon.appointments();
  // Staff have changed one and deleted another.
  const { database } = salon;
  await database.write
    .updateTable('events')
    .set({ description: 'by the window' })
    .where('startAt', '=', before[3]?.startAt as never)
    .execute();
  const ids = await database.read.selectFrom('visits').select(['id', 'name']).execute();
  const idOf = (name: string) => ids.find((one) => one.name === name)?.id ?? '';
  await database.write.deleteFrom('visits').where('id', '=', idOf('Eva')).execute();
  const second = day([
    ...[row('1', '09:15', 'Ada'), row('2', '10:00', 'Bea', 'Cancelled'), row('4', '12:30', 'Dan')],
    ...[row('5', '13:30', 'Eva'), row('6', '14:00', 'Fay')],
  ]);
  const preview = await salon.preview(second);
  assert.deepEqual(preview.counts.appointments, { added: 1, changed: 1, unchanged: 0, kept: 2, removed: 1 });
  assert.equal(preview.counts.clashes, 0, 'a moved appointment is not in its own way');
  // One is missing in the file: it is removed only when that is chosen.
  assert.equal(preview.counts.gone, 1);
  await salon.run(second);
  assert.deepEqual(
    (await salon.appointments()).map((one) => local(one).slice(0, 4).join(' ')),
    ['12-03T09:15 30 Anna Ada', '12-03T11:00 30 Anna Cid', '12-03T12:00 30 Anna Dan', '12-03T14:00 30 Anna Fay'],
  );
  assert.equal(
    (await database.read.selectFrom('visits').select('id').where('name', '=', 'Ada').execute())[0]?.id,
    idOf('Ada'),
  );
  // A row that cannot be read is not gone.
  const unread = await salon.preview(`${second}\n3;soon;11:00;30;Anna Ozola;;Cid;;;Confirmed;`, {
    removesGone: 'true',
  });
  assert.deepEqual([unread.counts.gone, unread.counts.leftOut], [0, 1]);
  const third = await salon.run(second, { removesGone: 'true' });
  assert.deepEqual(third.counts.appointments, { added: 0, changed: 0, unchanged: 2, kept: 2, removed: 1 });
  assert.equal(
    (await salon.appointments()).some(({ name }) => name === 'Cid'),
    false,
  );
});

test('buffers take the room that is there, and a visit that was entered by hand is not imported twice', async () => {
  await using salon = await salonForImports();
  await buildService(salon, salon.employee, { name: 'Colour', minutes: 60, bufferBefore: 15, bufferAfter: 20 });
  await buildEvent(salon, salon.employee, { start: '2026-12-03T08:00:00Z', name: 'Mara' });
  const file = [
    'Start;Service;Staff;Name',
    '03.12.2026 10:00;Colour;Anna;Mara',
    '03.12.2026 11:00;Colour;Anna;Liga',
    '03.12.2026 12:10;Colour;Anna;Nina',
  ].join('\n');
  const { counts } = await salon.run(file);
  assert.deepEqual([counts.appointments.added, counts.appointments.unchanged, counts.clashes], [2, 1, 0]);
  const parts = await salon.database.read
    .selectFrom('visitParts as p')
    .innerJoin('visits as v', 'v.id', 'p.visitId')
    .select(['v.name', 'p.bufferBefore', 'p.bufferAfter'])
    .where('v.source', '=', 'import')
    .orderBy('v.startAt')
    .execute();
  assert.deepEqual(
    parts.map(({ name, bufferBefore, bufferAfter }) => [name, bufferBefore, bufferAfter]),
    [
      ['Liga', 0, 10],
      ['Nina', 0, 20],
    ],
  );
});

test('reminders begin on the chosen day', async () => {
  await using salon = await salonForImports();
  await salon.database.write
    .updateTable('companies')
    .set({ reminderLeads: [24] })
    .execute();
  const file = [
    'Start;Staff;Name;E-mail',
    '03.12.2026 10:00;Anna;Ada;ada@example.org',
    '05.12.2026 10:00;Anna;Bea;bea@example.org',
  ].join('\n');
  await salon.run(file, { remindFrom: '2026-12-04' });
  for (let hour = 0; hour < 24 * 35; hour++) {
    salon.clock.advance({ hours: 1 });
    if (hour > 24 * 28) await remindOfVisits(salon);
  }
  const mails = await salon.database.read
    .selectFrom('deliveries')
    .select('address')
    .where('medium', '=', 'mail')
    .execute();
  assert.deepEqual(
    mails.map(({ address }) => address),
    ['bea@example.org'],
  );
});

test('an import is undone but for what was changed or used since', async () => {
  await using salon = await salonForImports();
  const file = [
    'Start;Staff;Name;Service',
    '03.12.2026 10:00;Anna;Ada;Cut',
    '03.12.2026 11:00;Anna;Bea;Cut',
    '03.12.2026 12:00;Boris;Cid;Cut',
  ].join('\n');
  await salon.run('Service;Duration;Price;Category\nCut;30;20;Hair\nColour;90;80;Hair');
  salon.clock.advance({ minutes: 1 });
  await salon.run(file);
  const { answer: listed } = await salon.call(bookingImports.getAll, {}, salon.headers);
  assert.deepEqual(
    listed.map(({ state, counts, fileName, undoUntil }) => [state, counts, fileName, undoUntil !== null]),
    [
      ['done', { services: 0, appointments: 3, customers: 3, products: 0 }, 'export.csv', true],
      ['done', { services: 2, appointments: 0, customers: 0, products: 0 }, 'export.csv', true],
    ],
  );
  const contacts = await salon.database.read.selectFrom('contacts').select(['id', 'name']).execute();
  await salon.database.write.updateTable('visits').set({ status: 'arrived' }).where('name', '=', 'Bea').execute();
  await salon.database.write.updateTable('contacts').set({ notes: 'likes tea' }).where('name', '=', 'Cid').execute();
  assert.equal(contacts.length, 3);
  const undo = (at: number) => salon.call(bookingImports.undo, { id: listed[at]?.id ?? '' }, salon.headers);
  const { answer } = await undo(0);
  assert.deepEqual(answer.removed, { services: 0, appointments: 2, customers: 1, products: 0 });
  assert.deepEqual(
    answer.kept.map(({ kind, name, reason }) => [kind, name, reason]),
    [
      ['appointment', 'Bea', 'changed'],
      ['customer', 'Bea', 'used'],
      ['customer', 'Cid', 'changed'],
    ],
  );
  assert.equal((await undo(0)).status, 409);
  const services = await undo(1);
  assert.deepEqual(services.answer.removed, { services: 1, appointments: 0, customers: 0, products: 0 });
  assert.deepEqual(
    services.answer.kept.map(({ kind, name, reason }) => [kind, name, reason]),
    [['service', 'Cut', 'used']],
  );
  assert.deepEqual((await salon.database.read.selectFrom('serviceCategories').select('name').execute()).length, 1);
  // Again, what was undone is imported, and what stayed is not doubled.
  const again = await salon.run(file);
  assert.deepEqual(again.counts.appointments, { added: 2, changed: 0, unchanged: 1, kept: 0, removed: 0 });
  salon.clock.advance({ hours: 25 });
  const { answer: later } = await salon.call(
    bookingImports.getAll,
    {},
    await (await import('#server/testing/build/sign-in.ts')).signIn(salon, salon.employee),
  );
  assert.equal(later[0]?.undoUntil, null);
});

test('a file of customers is refused, and the imports of another company are unknown', async () => {
  await using salon = await salonForImports();
  const cards = await salon.send('preview', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD');
  assert.deepEqual(cards.messages, ['File: This file holds customers. Import it under Customers.']);
  await salon.run('Service;Duration\nCut;30');
  // Ids of records of another company are passed over.
  const file = 'Start;Service;Name\n03.12.2026 10:00;Cut;Ada';
  const stranger = (await buildBusiness(salon)).employee;
  const foreign = await salon.preview(file, { calendarId: stranger.calendarId, locationId: stranger.locationId });
  assert.deepEqual([foreign.calendarId, foreign.locationId], [null, salon.location.id]);
  assert.equal(foreign.counts.appointments.added, 0);
  const { answer } = await salon.call(bookingImports.getAll, {}, salon.headers);
  const other = await buildBusiness(salon, { actions: ['admin'] });
  const theirs = await signIn(salon, other.employee);
  assert.deepEqual((await salon.call(bookingImports.getAll, {}, theirs)).answer, []);
  assert.equal((await salon.call(bookingImports.undo, { id: answer[0]?.id ?? '' }, theirs)).status, 404);
});

test('new customers have the figures that counting their visits again gives', async () => {
  await using salon = await salonForImports();
  await buildService(salon, salon.employee, { name: 'Haircut', minutes: 45, price: 30 });
  const file = [
    head,
    'A1;03.12.2026;14:30;1h;Anna Ozola;Haircut;Liga Berga;20000001;;Confirmed;',
    'A2;01.12.2026;14:30;1h;Boris Kalns;;Liga Berga;20000001;;Confirmed;',
    // Juris is there at present.
    'A3;02.11.2026;09:30;2h;Anna Ozola;Haircut;Juris;20000002;;Confirmed;',
    'A4;03.11.2026;09:30;1h;Anna Ozola;;Juris;20000002;;Confirmed;',
  ].join('\n');
  await salon.run(file);
  const figures = () =>
    salon.database.read
      .selectFrom('contacts')
      .select(['name', 'visitsCount', 'noShows', 'lastVisit', 'nextVisit', 'spent', 'visitedIds'])
      .orderBy('name')
      .execute();
  const imported = await figures();
  assert.deepEqual(
    imported.map(({ name, visitsCount, nextVisit, visitedIds }) => [
      name,
      visitsCount,
      String(nextVisit),
      visitedIds?.length,
    ]),
    [
      ['Juris', 1, '2026-11-03T07:30:00Z', 3],
      ['Liga Berga', 0, '2026-12-01T12:30:00Z', 4],
    ],
  );
  await sql`select recount_contacts(${salon.company.id}, null, ${salon.clock.now()})`.execute(salon.database.write);
  assert.deepEqual(await figures(), imported);
});

// Tests of what Easy!Appointments exports: an SQL dump, tables as JSON, and answers of its API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingImports } from '#contract/booking/import.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { readDump } from './read-dump.ts';
import { readInserts } from './read-inserts.ts';

const dump = `-- MariaDB dump
CREATE TABLE \`ea_service_categories\` (
  \`id\` int(11) NOT NULL,
  \`name\` varchar(256) DEFAULT NULL,
  \`description\` text DEFAULT NULL
);
INSERT INTO \`ea_service_categories\` VALUES (1,'Hair',NULL);
INSERT INTO \`ea_services\` (\`id\`, \`name\`, \`duration\`, \`price\`, \`currency\`, \`description\`, \`id_service_categories\`) VALUES
(1, 'Cut \\'n\\' dry', 45, '30.00', 'EUR', 'Line one\\nline; two (three)', 1),
(2, 'Colour', 90, '80.50', 'EUR', NULL, NULL);
INSERT INTO \`ea_services_providers\` (\`id_users\`, \`id_services\`) VALUES (2, 1), (3, 1), (3, 2);
INSERT INTO \`ea_users\` (\`id\`, \`first_name\`, \`last_name\`, \`email\`, \`mobile_number\`, \`phone_number\`, \`timezone\`, \`id_roles\`) VALUES
(2, 'Anna', 'Ozola', 'anna@example.org', NULL, NULL, 'Europe/Berlin', 2),
(3, 'Boris', 'Kalns', 'boris@example.org', NULL, NULL, 'Europe/Berlin', 2),
(9, 'Liga', 'O''Berga', 'liga@example.org', '', '+37120000001', 'UTC', 3);
INSERT INTO \`ea_appointments\` (\`id\`, \`start_datetime\`, \`end_datetime\`, \`notes\`, \`hash\`, \`is_unavailability\`, \`id_users_provider\`, \`id_users_customer\`, \`id_services\`, \`status\`) VALUES
(11, '2026-12-03 13:00:00', '2026-12-03 13:45:00', 'window', 'x', 0, 2, 9, 1, 'Booked'),
(12, '2026-12-04 09:00:00', '2026-12-04 12:00:00', 'Training', 'y', 1, 3, NULL, NULL, ''),
(13, '2020-12-04 09:00:00', '2020-12-04 09:45:00', NULL, 'z', 0, 2, 9, 1, 'Booked');
`;

const asJson = JSON.stringify([
  { type: 'header', version: '5.2' },
  { type: 'table', name: 'ea_service_categories', data: [{ id: '1', name: 'Hair' }] },
  {
    type: 'table',
    name: 'ea_services',
    data: [{ id: '1', name: "Cut 'n' dry", duration: '45', price: '30.00', id_service_categories: '1' }],
  },
  {
    type: 'table',
    name: 'ea_users',
    data: [
      { id: '2', first_name: 'Anna', last_name: 'Ozola', timezone: 'Europe/Berlin' },
      { id: '9', first_name: 'Liga', last_name: "O'Berga", email: 'liga@example.org', phone_number: '+37120000001' },
    ],
  },
  {
    type: 'table',
    name: 'ea_appointments',
    data: [
      {
        id: '11',
        start_datetime: '2026-12-03 13:00:00',
        end_datetime: '2026-12-03 13:45:00',
        id_users_provider: '2',
        id_users_customer: '9',
        id_services: '1',
        is_unavailability: '0',
        notes: 'window',
      },
    ],
  },
]);

const ofApi = JSON.stringify({
  serviceCategories: [{ id: 1, name: 'Hair' }],
  services: [{ id: 1, name: "Cut 'n' dry", duration: 45, price: 30, serviceCategoryId: 1 }],
  providers: [{ id: 2, firstName: 'Anna', lastName: 'Ozola', timezone: 'Europe/Berlin', services: [1] }],
  customers: [{ id: 9, firstName: 'Liga', lastName: "O'Berga", email: 'liga@example.org', phone: '+37120000001' }],
  appointments: [
    {
      id: 11,
      start: '2026-12-03 13:00:00',
      end: '2026-12-03 13:45:00',
      providerId: 2,
      customerId: 9,
      serviceId: 1,
      notes: 'window',
    },
  ],
});

test('a dump brings services, people, customers and coming appointments in the zones of the providers', async () => {
  await using salon = await salonForImports();
  const preview = await salon.preview(dump);
  assert.deepEqual([preview.format, preview.columns, preview.services], ['easyappointments', [], []]);
  const { counts } = await salon.run(dump);
  assert.deepEqual(counts.services, { added: 2, changed: 0, unchanged: 0, kept: 0 });
  assert.deepEqual([counts.appointments.added, counts.customers, counts.notComing], [2, 1, 1]);
  assert.deepEqual(
    (await salon.appointments()).map(({ startAt, person, name, title, serviceName, price, type }) => [
      String(startAt),
      person,
      name,
      title,
      serviceName,
      price,
      type,
    ]),
    [
      ['2026-12-03T12:00:00Z', 'Anna', "Liga O'Berga", "Cut 'n' dry", "Cut 'n' dry", 30, 'success'],
      ['2026-12-04T08:00:00Z', 'Boris', '', 'Training', '', 0, 'danger'],
    ],
  );
  const services = await salon.database.read
    .selectFrom('services as s')
    .leftJoin('serviceCategories as g', 'g.id', 's.categoryId')
    .select(['s.name', 's.minutes', 's.price', 's.description', 'g.name as category'])
    .orderBy('s.position')
    .execute();
  assert.deepEqual(services, [
    { name: "Cut 'n' dry", minutes: 45, price: 30, description: 'Line one\nline; two (three)', category: 'Hair' },
    { name: 'Colour', minutes: 90, price: 80.5, description: '', category: null },
  ]);
  const people = await salon.database.read.selectFrom('servicePeople').select('calendarId').execute();
  assert.equal(people.length, 3);
  // A service that has another name here is still the one that the dump means.
  await salon.database.write
    .updateTable('services')
    .set({ name: 'Cut and dry' })
    .where('name', '=', "Cut 'n' dry")
    .execute();
  // The tables as JSON and the answers of the API are the same program.
  for (const text of [dump, asJson, ofApi]) {
    const { appointments } = (await salon.run(text)).counts;
    assert.deepEqual([appointments.added, appointments.changed], [0, 0]);
  }
});

test('all customers of a dump come along, with what it knows of them, and leave with its import', async () => {
  await using salon = await salonForImports();
  // All rows stand on one line, as the database writes them.
  const users = `INSERT INTO \`ea_users\` (\`id\`, \`first_name\`, \`last_name\`, \`email\`, \`mobile_number\`, \`phone_number\`, \`language\`, \`notes\`, \`id_roles\`) VALUES (20,'Rita','Roze','rita@example.org','+37120000002','67000002','german','Allergic',7),(21,'Juris','Liepa','','','+37120000003','english',NULL,7),(22,'Walk-In','','','','','english',NULL,7),(23,'Maris','Admin','maris@example.org','','','english',NULL,1);
INSERT INTO \`ea_roles\` (\`id\`, \`name\`, \`slug\`) VALUES (1,'Administrator','admin'),(2,'Provider','provider'),(7,'Customer','customer');
INSERT INTO \`ea_appointments\` (\`id\`, \`start_datetime\`, \`end_datetime\`, \`is_unavailability\`, \`id_users_provider\`, \`id_users_customer\`, \`id_services\`) VALUES (31,'2026-12-07 13:00:00','2026-12-07 13:45:00',0,2,20,1),(32,'2026-12-07 15:00:00','2026-12-07 15:45:00',0,2,21,1);
`;
  const whole = dump.replaceAll("', 3)", "', 7)") + users;
  const contacts = () =>
    salon.database.read
      .selectFrom('contacts')
      .select(['name', 'eMail', 'phoneNumber', 'language', 'notes', 'nextVisit'])
      .orderBy('name')
      .execute();
  const preview = await salon.preview(whole);
  assert.deepEqual([preview.counts.customers, preview.counts.appointments.added], [3, 4]);
  const { counts, problems } = await salon.run(whole);
  assert.deepEqual([counts.customers, counts.appointments.added, counts.leftOut], [3, 4, 1]);
  assert.deepEqual(
    problems.map(({ reasons }) => reasons),
    [['walkIn']],
  );
  assert.deepEqual(
    (await contacts()).map(({ nextVisit, ...one }) => [...Object.values(one), nextVisit && String(nextVisit)]),
    [
      ['Juris Liepa', '', '+37120000003', 'en', '', '2026-12-07T14:00:00Z'],
      ["Liga O'Berga", 'liga@example.org', '+37120000001', '', '', '2026-12-03T12:00:00Z'],
      ['Rita Roze', 'rita@example.org', '+37120000002', 'de', 'Allergic\nPhone: 67000002', '2026-12-07T12:00:00Z'],
    ],
  );
  assert.deepEqual(
    (await salon.appointments()).map(({ name, title }) => name || title),
    ["Liga O'Berga", 'Training', 'Rita Roze', 'Juris Liepa'],
  );
  // Without any appointment of theirs; one that was deleted here does not come back.
  const later = whole.replace(/INSERT INTO `ea_appointments`[^;]*;\n$/, '').replace("'Rita'", "'Vera'");
  await salon.database.write.deleteFrom('visits').where('name', '=', 'Juris Liepa').execute();
  await salon.database.write.deleteFrom('contacts').where('name', '=', 'Juris Liepa').execute();
  assert.equal((await salon.preview(later)).counts.customers, 1);
  assert.equal((await salon.run(later)).counts.customers, 1);
  assert.deepEqual(
    (await contacts()).map(({ name }) => name),
    ["Liga O'Berga", 'Rita Roze', 'Vera Roze'],
  );
  assert.equal((await salon.run(later)).counts.customers, 0);
  const imports = (await salon.call(bookingImports.getAll, {}, salon.headers)).answer;
  const added = imports.filter(({ counts: { customers } }) => customers > 0);
  for (const { id } of added) await salon.call(bookingImports.undo, { id }, salon.headers);
  assert.deepEqual(await contacts(), []);
});

test('of cancelled rows on one line, those that stay here are not said to be removed', async () => {
  await using salon = await salonForImports();
  const rowsOf = (status: string) => `${dump.replaceAll("', 3)", "', 7)")}
INSERT INTO \`ea_appointments\` (\`id\`, \`start_datetime\`, \`end_datetime\`, \`is_unavailability\`, \`id_users_provider\`, \`id_users_customer\`, \`id_services\`, \`status\`) VALUES (31,'2026-12-07 13:00:00','2026-12-07 13:45:00',0,2,4,1,'${status}'),(32,'2026-12-07 15:00:00','2026-12-07 15:45:00',0,2,4,1,'${status}');
`;
  await salon.run(rowsOf('Booked'));
  // A person has moved the first one here.
  const [first] = (await salon.appointments()).filter(({ startAt }) => String(startAt) === '2026-12-07T12:00:00Z');
  assert.ok(first);
  await salon.database.write
    .updateTable('events')
    .set({ title: 'Changed here' })
    .where('startAt', '=', first.startAt)
    .execute();
  const { counts, report } = await salon.run(rowsOf('Cancelled'));
  assert.equal(counts.appointments.removed, 1);
  assert.equal(report.filter(({ result }) => result === 'removed').length, 1);
});

test('rows of a dump keep quotes, line breaks and NULL', () => {
  const text = "insert into t (a, b) values ('it''s', NULL),\n('a\\\\b', 2);\nINSERT INTO u VALUES (1";
  assert.deepEqual(
    [...readInserts(text)],
    [
      { table: 't', line: 1, columns: ['a', 'b'], values: ["it's", ''] },
      { table: 't', line: 2, columns: ['a', 'b'], values: ['a\\b', '2'] },
    ],
  );
});

test('INSERT and REPLACE in any usual form, with encodings, hexadecimal texts and calls among the values', () => {
  const read = (sql: string) => [...readInserts(sql)].map(({ table, values }) => [table, ...values]);
  assert.deepEqual(
    read("REPLACE INTO `easy`.`ea_users` (`id`, `name`) VALUES (1, _utf8mb4'L\\'a'), (2, X'4c696761');"),
    [
      ['ea_users', '1', "L'a"],
      ['ea_users', '2', 'Liga'],
    ],
  );
  assert.deepEqual(
    read("INSERT LOW_PRIORITY IGNORE INTO ea_users (id, name, at) VALUES (1, 0x4c, NOW()), (2, N'x', f('(', 1));"),
    [
      ['ea_users', '1', 'L', ''],
      ['ea_users', '2', 'x', ''],
    ],
  );
});

test('answers of the API alone: each record says what it is, and numbers stand for names that are missing', () => {
  const appointment = { id: 7, start: '2026-12-03 14:30:00', end: '2026-12-03 15:00:00', notes: 'x', customerId: 3 };
  const booked = { ...appointment, providerId: 2, serviceId: 1 };
  const customer = { id: 3, firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org', phone: '+37120000001' };
  const provider = {
    id: 2,
    firstName: 'Liga',
    lastName: 'Berga',
    timezone: 'Europe/Riga',
    services: [1],
    settings: {},
  };
  const service = { id: 1, name: 'Haircut', duration: 30, price: 25 };
  const appointments = (value: unknown) =>
    readDump(typeof value === 'string' ? value : JSON.stringify(value))
      ?.sheets.find(({ kind }) => kind === 'appointments')
      ?.rows.map(({ cells }) => [cells[3], cells[4], cells[5], cells[9]].join('|'));
  const whole = ['Liga Berga|Haircut|Anna|'];
  assert.deepEqual(appointments([{ ...booked, customer, provider, service }]), whole);
  assert.deepEqual(appointments({ data: [{ ...booked, customer, provider, service }] }), whole);
  assert.deepEqual(appointments([[booked], [customer], [provider], [service]]), whole);
  assert.deepEqual(
    appointments(`${JSON.stringify([booked])}\n${JSON.stringify([customer, provider, service])}`),
    whole,
  );
  assert.deepEqual(appointments([booked]), ['#2|#1||#3']);
});

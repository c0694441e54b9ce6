// Tests of importing customers: encodings and separators, what is left out, and matching.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { consents } from '#contract/customers/consent.ts';
import { contactFields, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { type ImportField, maxImportColumns } from '#contract/customers/import.ts';
import type { Operation } from '#contract/lib/service.ts';
import { workbook } from '#server/lib/grid/xlsx.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { valuesOf } from '#server/testing/lists/field-values.ts';
import { testApp } from '#server/testing/test-app.ts';

const { previewImport, import: importFile } = companyContacts.operations;

async function salon() {
  const app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await app.database.write.updateTable('companies').set({ country: 'Latvia' }).execute();
  const headers = await signIn(app, employee);
  const send = <O extends Operation>(
    operation: O,
    content: string | Buffer,
    columns: ImportField[] = [],
    choices: Record<string, string> = {},
  ) => {
    const query = new URLSearchParams([...columns.map((column) => ['columns', column]), ...Object.entries(choices)]);
    const path = query.size ? `${operation.path}?${query}` : operation.path;
    const file = { name: 'customers.csv', bytes: Buffer.from(content as string) };
    return sendFile(app, { ...operation, path }, file, headers);
  };
  const stored = () => app.database.read.selectFrom('contacts').selectAll().orderBy('nameKey').execute();
  return Object.assign(app, { company, employee, headers, send, stored });
}

const counts = ({
  added,
  filled,
  unchanged,
  leftOut,
}: {
  added: number;
  filled: number;
  unchanged: number;
  leftOut: number;
}) => [added, filled, unchanged, leftOut];

test('a table of any usual encoding and separator is read, its columns recognized and its faulty rows reported', async () => {
  await using app = await salon();
  // Windows-1257, as Latvian spreadsheets save: ā is E2, ē is E7, ņ is F2, š is F0, ž is FE.
  const head = 'Vards;Uzvards;E-pasts;Talrunis;Dzimsanas diena;Birkas';
  const rows = [
    'J\u00e2nis;B\u00e7rzi\u00f2\u00f0;janis@example.org;29 123 456;07.03.1985;VIP, Bārda',
    'Zane;;not an address;;;',
    ';;;29 999 999 999 999 999 999 999;;',
    'Dace;Egl\u00eete;dace@example.org;;31.02.1990;',
    'J\u00e2nis;B\u00e7rzi\u00f2\u00f0;janis@example.org;;;',
    'Only a name;;;;;',
  ];
  const bytes = Buffer.from([head, ...rows.map((row) => row.replace('ā', '\u00e2'))].join('\r\n'), 'latin1');
  const { answer } = await app.send(previewImport, bytes);
  assert.deepEqual([answer.format, answer.separator, answer.rows], ['csv', ';', 6]);
  assert.equal(answer.charset, 'windows-1257');
  assert.deepEqual(
    answer.columns.map(({ field }) => field),
    ['firstName', 'lastName', 'eMail', 'phoneNumber', 'birthday', 'tags'],
  );
  assert.deepEqual(counts(answer), [3, 0, 0, 3]);
  assert.deepEqual(
    answer.problems.map(({ line, reasons }) => [line, reasons.join(' ')]),
    [
      [3, 'eMail'],
      [4, 'phoneNumber'],
      [5, 'birthday'],
      [6, 'repeated'],
    ],
  );
  assert.equal((await app.stored()).length, 0, 'a preview changes nothing');
});

test('a row that matches a customer fills only empty fields; the same file again changes nothing', async () => {
  await using app = await salon();
  const first =
    'Name,E-mail,Notes\nAnna Berg,anna@example.org,Likes tea\nMia Berg,anna@example.org,\n"Walk, in",,"two\nlines"';
  assert.deepEqual(counts((await app.send(importFile, first)).answer), [3, 0, 0, 0]);
  assert.deepEqual(counts((await app.send(importFile, first)).answer), [0, 0, 3, 0]);
  const second =
    'Name,E-mail,Phone,Notes,Tags,Newsletter\nANNA BERG,Anna@example.org,29123456,Other,VIP|Colour,yes\nMia Berg,anna@example.org,,,,no';
  assert.deepEqual(counts((await app.send(importFile, second)).answer), [0, 1, 1, 0]);
  assert.deepEqual(counts((await app.send(importFile, second)).answer), [0, 0, 2, 0]);
  const [anna, mia, walkIn] = await app.stored();
  assert.deepEqual(
    [anna?.name, anna?.notes, anna?.phoneNumber, anna?.phoneKey],
    ['Anna Berg', 'Likes tea', '29123456', '+37129123456'],
  );
  assert.deepEqual([mia?.phoneNumber, walkIn?.name, walkIn?.notes], ['', 'Walk, in', 'two\nlines']);
  const consents = await app.database.read.selectFrom('consents').selectAll().execute();
  assert.deepEqual(
    consents.map(({ contactId, channel, isGiven, source, userId }) => [contactId, channel, isGiven, source, userId]),
    [[anna?.id, 'email', true, 'import', app.employee.userId]],
  );
  const tags = await app.database.read.selectFrom('contactTags').select('tag').orderBy('tag').execute();
  assert.deepEqual(
    tags.map(({ tag }) => tag),
    ['Colour', 'VIP'],
  );
});

test('a consent that the customer has withdrawn stays withdrawn, whatever the file says, and is reported', async () => {
  await using app = await salon();
  const file = 'Name,E-mail,Phone,Newsletter,SMS\nAnna Berg,anna@example.org,29123456,yes,yes';
  const columns: ImportField[] = ['name', 'eMail', 'phoneNumber', 'emailConsent', 'smsConsent'];
  await app.send(importFile, file, columns);
  const [anna] = await app.stored();
  const consent = { contactId: anna?.id ?? '', channel: 'email' as const, isGiven: false, shownText: '' };
  const withdrawn = await app.call(consents.insert, consent, app.headers);
  assert.equal(withdrawn.status, 200);
  const preview = (await app.send(previewImport, file, columns)).answer;
  const { answer } = await app.send(importFile, file, columns);
  assert.deepEqual([preview.withdrawn, answer.withdrawn, ...counts(answer)], [1, 1, 0, 0, 1, 0]);
  const rows = app.database.read.selectFrom('consents').select(['channel', 'isGiven', 'source']);
  assert.deepEqual(await rows.orderBy('channel').orderBy('source').execute(), [
    { channel: 'email', isGiven: true, source: 'import' },
    { channel: 'email', isGiven: false, source: 'staff' },
    { channel: 'sms', isGiven: true, source: 'import' },
  ]);
});

test('usual names of phone numbers and notes are recognized', async () => {
  await using app = await salon();
  const titles = {
    phoneNumber: ['Handynummer', 'Mobilnummer', 'Mobile number', 'Cell phone', 'Rufnummer'],
    notes: ['Notiz', 'Notizen', 'Note'],
  };
  for (const [field, names] of Object.entries(titles)) {
    for (const title of names) {
      const { answer } = await app.send(previewImport, `Kunde;Mail;${title}\nZoë;zoe@example.org;+371 20 000 002\n`);
      const fields = answer.columns.map((column) => column.field);
      assert.deepEqual(fields, ['name', 'eMail', field], title);
    }
  }
});

test('columns can be mapped by hand, and a row with several addresses takes the first', async () => {
  await using app = await salon();
  const file = 'A\tB\tC\nanna@example.org; anna@work.example\tAnna\tsecret\n';
  const { answer } = await app.send(importFile, Buffer.from(`\ufeff${file}`, 'utf16le'), ['eMail', 'name', 'skip']);
  assert.deepEqual([answer.charset, answer.separator, answer.added], ['utf-16le', '\t', 1]);
  const [anna] = await app.stored();
  assert.deepEqual([anna?.name, anna?.eMail, anna?.notes], ['Anna', 'anna@example.org', 'E-mail: anna@work.example']);
});

test('vCards are read one by one: a broken one is reported, the others are imported', async () => {
  await using app = await salon();
  const card = (lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');
  const file = [
    card([
      'N:Смирнова;Ольга;;;',
      'FN:Ольга Смирнова',
      'TEL;TYPE=CELL:+371 20 000 206',
      'BDAY:1985-03-07',
      'CATEGORIES:VIP,Colour',
      'NOTE:Tea\\, please',
    ]),
    card(['N:Berg;Anna;;;', 'EMAIL:anna@example.org']),
    card(['this is no property']),
  ].join('\r\n');
  const { answer } = await app.send(importFile, file);
  assert.deepEqual([answer.format, ...counts(answer)], ['vcard', 2, 0, 0, 1]);
  assert.deepEqual(
    answer.problems.map(({ line, reasons }) => [line, reasons.join(' ')]),
    [[15, 'noName']],
  );
  const [anna, olga] = await app.stored();
  assert.deepEqual([anna?.name, anna?.eMail], ['Anna Berg', 'anna@example.org']);
  assert.deepEqual(
    [olga?.name, olga?.phoneKey, String(olga?.birthday), olga?.notes],
    ['Ольга Смирнова', '+37120000206', '1985-03-07', 'Tea, please'],
  );
});

const shown = (contacts: Awaited<ReturnType<Awaited<ReturnType<typeof salon>>['stored']>>) =>
  contacts.map(({ name, eMail, phoneNumber, birthday, notes }) => [name, eMail, phoneNumber, birthday ?? '', notes]);

test('a family with one address stays several customers, in the encoding of its country', async () => {
  await using app = await salon();
  const german =
    'Name;Vorname;E-Mail;Telefon\nMüller;Jörg;joerg@example.de;0171 5550101\nMüller;Änne;joerg@example.de;0171 5550102\nMüller;Tom;;0171 5550101\n';
  await app.send(importFile, iconv.encode(german, 'windows-1252'));
  const spanish =
    'Nombre;Apellidos;Correo electrónico;Móvil\nMaría;García López;maria@example.es;\nMaría;Ruiz Sanz;;\nMaría;Vega Mora;;\n';
  await app.send(importFile, iconv.encode(spanish, 'windows-1252'));
  assert.deepEqual(
    shown(await app.stored()).map(([name, ...more]) => [name, more.filter(Boolean).join(' ')]),
    [
      ['Änne Müller', 'joerg@example.de 0171 5550102'],
      ['Jörg Müller', 'joerg@example.de 0171 5550101'],
      ['María García López', 'maria@example.es'],
      ['María Ruiz Sanz', ''],
      ['María Vega Mora', ''],
      ['Tom Müller', '0171 5550101'],
    ],
  );
});

test('a row is not lost for a lesser value: the customer comes, and the report says what was left', async () => {
  await using app = await salon();
  const rows = [
    'First Name,Last Name,Mobile Number,Telephone,E-mail,Birthday,Notes',
    'Anna,A,,+37120000001,,0/0/00,"Tea,\nplease"',
    'Bea,B,\u202a+371 20000002\u202c,+371\u00a067\u00a0000\u00a0002,not an address,31.02.1990,',
    'Carl,C,"=""+37120000403""",,carl@example.org,--0412,',
    'Dora,D,37120000413.0,,"Dora D <dora@example.org>",7-Mar-85,',
    'Ella,E,4.9E+11,,jörg@example.de,5.4.1604,',
    'Finn,F,20 000 005 / 20 000 006,,a&b@example.org,,',
    'Gert,G,+371 67000007 ext. 12,,user@example.xn--p1ai,,',
    'Hugo,H,12,,,,',
  ];
  const { answer } = await app.send(importFile, rows.join('\n'));
  assert.deepEqual(counts(answer), [7, 0, 0, 1]);
  assert.deepEqual(
    answer.problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons.join(' ')]),
    [
      [4, false, 'eMail birthday'],
      [7, false, 'phoneRounded'],
      [10, true, 'phoneNumber'],
    ],
  );
  assert.deepEqual(answer.problems[2]?.cells.slice(0, 3), ['Hugo', 'H', '12']);
  assert.deepEqual(answer.report.map(({ line, result, name }) => [line, result, name]).slice(-2), [
    [9, 'added', 'Gert G'],
    [10, 'leftOut', 'Hugo'],
  ]);
  assert.deepEqual(shown(await app.stored()), [
    ['Anna A', '', '+37120000001', '', 'Tea,\nplease'],
    ['Bea B', '', '+371 20000002', '', 'Phone: +371 67 000 002'],
    ['Carl C', 'carl@example.org', '+37120000403', '--04-12', ''],
    ['Dora D', 'dora@example.org', '+37120000413', '1985-03-07', ''],
    ['Ella E', 'jörg@example.de', '', '--04-05', ''],
    ['Finn F', 'a&b@example.org', '20 000 005', '', 'Phone: 20 000 006'],
    ['Gert G', 'user@example.xn--p1ai', '+371 67000007', '', 'Phone: +371 67000007 ext. 12'],
  ]);
  const month = app.database.read.selectFrom('contacts').select('birthdayMonth').where('name', '=', 'Carl C');
  assert.deepEqual(await month.executeTakeFirst(), { birthdayMonth: 4 });
});

test('numbers and addresses with words, marks and several in a cell are read; words for none are none', async () => {
  await using app = await salon();
  const cells = {
    '(+371) 20-000-001': '+371 20-000-001',
    'mob. 20000002': '20000002',
    '20000003 or 20000004': '20000003 | Phone: 20000004',
    '20000005 (work)': '20000005 | Phone: 20000005 (work)',
    '+37120000006 +37120000007': '+37120000006 | Phone: +37120000007',
    '37120000008,0': '+37120000008',
    '3.7120000009E+10': '+37120000009',
    '3,71E+10': '',
    'n/a': '',
    unbekannt: '',
  };
  const mails = {
    "'d@example.org'": 'd@example.org',
    'e@example.org (work)': 'e@example.org',
    'f @ example.org': 'f@example.org',
    'g[at]example.org.': 'g@example.org',
    none: '',
  };
  const rows = [
    ...Object.keys(cells).map((cell, n) => `Phone ${n};"${cell}";`),
    ...Object.keys(mails).map((cell, n) => `Mail ${n};;"${cell}"`),
  ];
  const { answer } = await app.send(importFile, ['Name;Phone;E-mail', ...rows].join('\n'));
  assert.deepEqual(
    answer.problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons.join(' ')]),
    [[9, false, 'phoneRounded']],
  );
  const stored = new Map((await app.stored()).map((one) => [one.name, one]));
  for (const [n, value] of Object.values(cells).entries()) {
    const one = stored.get(`Phone ${n}`);
    assert.equal([one?.phoneNumber, one?.notes].filter(Boolean).join(' | '), value);
  }
  for (const [n, value] of Object.values(mails).entries()) assert.equal(stored.get(`Mail ${n}`)?.eMail, value);
});

test('no part of a name is lost: middle names, last names first, and companies that have no other', async () => {
  await using app = await salon();
  const google = 'First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Value';
  await app.send(
    importFile,
    `${google}\nMaría,del Carmen,García,Bar,* myContacts ::: VIP,m@example.org\n,,,Salon SIA,* myContacts,s@example.org`,
  );
  await app.send(importFile, 'Nachname, Vorname;Telefon\nMüller, Jörg;20000001\nGroß, Änne;20000002');
  await app.send(importFile, 'Client;Phone\n"Berg, Anna";20000003\n"Roze, Rita";20000004');
  const names = (await app.stored()).map(({ name }) => name);
  assert.deepEqual(names, [
    'Anna Berg',
    'Änne Groß',
    'Jörg Müller',
    'María del Carmen García',
    'Rita Roze',
    'Salon SIA',
  ]);
  const tags = await app.database.read.selectFrom('contactTags').select('tag').execute();
  assert.deepEqual(tags, [{ tag: 'VIP' }]);
});

test('the kind of a number stands in the column before it: the mobile one first, no fax', async () => {
  await using app = await salon();
  const file = [
    'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Phone 3 - Label,Phone 3 - Value',
    'Anna,Berg,Work Fax,+371 67 000 001,Home,+371 67 000 002,Mobile,+371 20 000 003',
    'Mia,Berg,Home,+371 67 000 004 ::: +371 67 000 005,,,,',
  ];
  await app.send(importFile, file.join('\n'));
  assert.deepEqual(shown(await app.stored()), [
    ['Anna Berg', '', '+371 20 000 003', '', 'Phone: +371 67 000 002'],
    ['Mia Berg', '', '+371 67 000 004', '', 'Phone: +371 67 000 005'],
  ]);
});

test('the order of days, the encoding and the line of the headings can be chosen', async () => {
  await using app = await salon();
  const file = 'Customers of 2026\n\nName;Birthday\nAnna;03/07/1990\nMia;05/06/1991\n';
  const first = (await app.send(previewImport, file)).answer;
  assert.deepEqual([first.headerLine, first.dayOrder, first.rows], [3, 'dayFirst', 2]);
  assert.deepEqual(
    first.firstLines.map(({ line, text }) => [line, text]),
    [
      [1, 'Customers of 2026'],
      [3, 'Name · Birthday'],
      [4, 'Anna · 03/07/1990'],
      [5, 'Mia · 05/06/1991'],
    ],
  );
  await app.send(importFile, file, [], { dayOrder: 'monthFirst' });
  assert.deepEqual(
    (await app.stored()).map(({ birthday }) => birthday),
    ['1990-03-07', '1991-05-06'],
  );
  const { answer } = await app.send(previewImport, file, [], { headerLine: '0' });
  assert.deepEqual([answer.headerLine, answer.rows], [0, 4]);
  const greek = iconv.encode('Name;Notes\nAnna;É\n', 'windows-1252');
  const chosen = (await app.send(previewImport, greek, [], { charset: 'windows-1253' })).answer;
  assert.deepEqual(chosen.columns[1]?.examples, ['Ι']);
});

test('a person who unsubscribed or was blocked elsewhere stays so; unknown is no consent', async () => {
  await using app = await salon();
  const file =
    'First Name,Email Address,Email Subscription Status,Blocked\nAnna,anna@example.org,subscribed,\nBea,bea@example.org,unsubscribed,\nCarl,carl@example.org,unknown,\nDora,dora@example.org,subscribed,Yes';
  await app.send(importFile, file);
  const said = await app.database.read
    .selectFrom('consents')
    .innerJoin('contacts', 'contacts.id', 'consents.contactId')
    .select(['contacts.name', 'consents.channel', 'consents.isGiven'])
    .orderBy('contacts.name')
    .orderBy('consents.channel')
    .execute();
  assert.deepEqual(
    said.map(({ name, channel, isGiven }) => [name, channel, isGiven]),
    [
      ['Anna', 'email', true],
      ['Bea', 'email', false],
      ['Dora', 'email', false],
      ['Dora', 'sms', false],
    ],
  );
  const again = await app.send(importFile, file.replace('unsubscribed', 'subscribed'));
  assert.deepEqual([again.answer.withdrawn, ...counts(again.answer)], [1, 0, 0, 4, 0]);
  const tags = await app.database.read.selectFrom('contactTags').select('tag').execute();
  assert.deepEqual(tags, [{ tag: 'Blocked' }]);
});

test('a workbook is read: its days, its numbers, and birthdays without a year', async () => {
  await using app = await salon();
  async function* rows() {
    yield [
      ['Anna Berg', 'anna@example.org', 37_120_000_001, Temporal.PlainDate.from('1985-03-07')],
      ['Mia Berg', 'mia@example.org', '', '--04-12'],
    ];
  }
  const columns = [
    { title: 'Name', style: 'text' },
    { title: 'E-mail', style: 'text' },
    { title: 'Phone', style: 'number' },
    { title: 'Birthday', style: 'day' },
  ] as const;
  const { answer } = await app.send(importFile, await buffer(workbook(columns, rows())));
  assert.deepEqual([answer.format, ...counts(answer)], ['xlsx', 2, 0, 0, 0]);
  assert.deepEqual(shown(await app.stored()), [
    ['Anna Berg', 'anna@example.org', '+37120000001', '1985-03-07', ''],
    ['Mia Berg', 'mia@example.org', '', '--04-12', ''],
  ]);
});

test('what the columns hold is kept for the next file with the same headings', async () => {
  await using app = await salon();
  const file = 'A\tB\nanna@example.org\tAnna\n';
  await app.send(importFile, file, ['eMail', 'name']);
  const next = (await app.send(previewImport, 'A\tB\n20000001\tMia\n')).answer;
  assert.deepEqual(
    next.columns.map(({ field }) => field),
    ['eMail', 'name'],
  );
  const other = (await app.send(previewImport, 'A\tC\nx\tMia\n')).answer;
  assert.deepEqual(
    other.columns.map(({ field }) => field),
    ['skip', 'skip'],
  );
});

test('empty columns on the right are left out, and those beyond the limit', async () => {
  await using app = await salon();
  const wide = (cells: string[]) => [...cells, ...Array.from({ length: 300 }, () => '')].join(';');
  const { answer } = await app.send(
    previewImport,
    [wide(['Name', 'E-mail']), wide(['Anna', 'anna@example.org'])].join('\n'),
  );
  assert.deepEqual([answer.columns.length, answer.added], [2, 1]);
  const far = await app.send(previewImport, `${wide(['Name'])};far\n${wide(['Anna'])};away`);
  assert.deepEqual([far.answer.columns.length, far.answer.added], [maxImportColumns, 1]);
});

test('a preview has the first rows with problems and the number of all', async () => {
  await using app = await salon();
  const rows = Array.from({ length: 60 }, (_, n) => `Customer ${n},no address,,`);
  const file = `Name,E-mail,Phone,Birthday\n${rows.join('\n')}\nAnna,,20 000 001,soon`;
  const preview = (await app.send(previewImport, file)).answer;
  assert.deepEqual([preview.leftOut, preview.incomplete, preview.problems.length], [60, 1, 50]);
  const { answer } = await app.send(importFile, file);
  assert.deepEqual([answer.leftOut, answer.incomplete, answer.problems.length], [60, 1, 61]);
});

test('files that are no table, have no rows or too many are refused', async () => {
  await using app = await salon();
  for (const content of [
    Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0xff]),
    'Name,E-mail\n',
    `Name\n${'x\n'.repeat(20_001)}`,
  ]) {
    const refused = await app.send(previewImport, content);
    assert.equal(refused.status, 417);
    assert.match(refused.messages[0] ?? '', /^File: /);
  }
});

test('an import of several batches adds every customer once', async () => {
  await using app = await salon();
  const count = 2_500;
  const rows = Array.from(
    { length: count },
    (_, n) => `Customer ${n},customer${n}@example.org,+37120${String(n).padStart(6, '0')},VIP`,
  );
  const file = `Name,E-mail,Phone,Tags\n${rows.join('\n')}`;
  const { answer } = await app.send(importFile, file);
  assert.equal(answer.added, count);
  const again = await app.send(importFile, file);
  assert.equal(again.answer.unchanged, count);
});

test('a file adds each field of a new customer, and fills each empty one of another', async () => {
  await using app = await salon();
  const row = () =>
    importedFields.map((field) => (field === 'language' ? 'de' : valuesOf(contactFields[field], () => undefined)[0]));
  const table = (...rows: unknown[][]) => rows.map((cells) => cells.join(';')).join('\n');
  const [added, filled] = [row(), row()];
  const key = importedFields.map((field, index) => (['name', 'eMail'].includes(field) ? filled[index] : ''));
  await app.send(importFile, table(importedFields, key), [...importedFields]);
  const { answer } = await app.send(importFile, table(importedFields, added, filled), [...importedFields]);
  assert.deepEqual(counts(answer), [1, 1, 0, 0]);
  const stored = (await app.stored()).map((contact) => importedFields.map((field) => String(contact[field])));
  for (const given of [added, filled])
    assert.deepEqual(
      stored.find(([name]) => name === given[0]),
      given,
    );
});

test('a company has one import at a time: a few wait for it, more are refused, and another company is not kept', async () => {
  await using app = await salon();
  const { employee: other } = await buildBusiness(app, { actions: ['admin'] });
  const file = { name: 'customers.csv', bytes: Buffer.from('Name,E-mail\nAnna Berg,anna@example.org') };
  // As another process of the installation that imports for the same company.
  const holder = await app.database.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`import ${app.company.id}`]);
  const send = () => sendFile(app, importFile, file, app.headers);
  const sent = Array.from({ length: 5 }, send);
  const refused = await Promise.race(sent);
  assert.equal(refused.status, 429);
  assert.match(refused.body, /customers\.importRuns/);
  const preview = await sendFile(app, previewImport, file, await signIn(app, other));
  assert.equal(preview.answer.added, 1, 'the other company is answered meanwhile');
  await holder.query('rollback');
  await holder.end();
  const done = (await Promise.all(sent)).filter(({ status }) => status === 200);
  assert.deepEqual(done.map(({ answer }) => answer.added).sort(), [0, 0, 0, 1]);
});

test('a preview waits for one of its company in another process, and for none of another company', async () => {
  await using app = await salon();
  const { employee: other } = await buildBusiness(app, { actions: ['admin'] });
  const file = { name: 'customers.csv', bytes: Buffer.from('Name,E-mail\nAnna Berg,anna@example.org') };
  const holder = await app.database.connect();
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`turn to import ${app.company.id}`]);
  let isAnswered = false;
  const waiting = sendFile(app, previewImport, file, app.headers).finally(() => {
    isAnswered = true;
  });
  await waitForLock(app);
  const preview = await sendFile(app, previewImport, file, await signIn(app, other));
  assert.deepEqual([preview.answer.added, isAnswered], [1, false]);
  await holder.end();
  assert.equal((await waiting).answer.added, 1);
});

// Tests of importing customers: encodings and separators, what is left out, and matching.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consents } from '#contract/customers/consent.ts';
import { contactFields, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { ImportField } from '#contract/customers/import.ts';
import type { Operation } from '#contract/lib/service.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { valuesOf } from '#server/testing/lists/field-values.ts';
import { testApp } from '#server/testing/test-app.ts';

const { previewImport, import: importFile } = companyContacts.operations;

async function salon() {
  const app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await app.database.write.updateTable('companies').set({ country: 'Latvia' }).execute();
  const headers = await signIn(app, employee);
  const send = <O extends Operation>(operation: O, content: string | Buffer, columns: ImportField[] = []) => {
    const query = columns.map((column) => `columns=${column}`).join('&');
    const path = query ? `${operation.path}?${query}` : operation.path;
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
  leftOut: unknown[];
}) => [added, filled, unchanged, leftOut.length];

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
  assert.match(answer.charset, /^windows-125/);
  assert.deepEqual(
    answer.columns.map(({ field }) => field),
    ['firstName', 'lastName', 'eMail', 'phoneNumber', 'birthday', 'tags'],
  );
  assert.deepEqual(counts(answer), [2, 0, 0, 4]);
  assert.deepEqual(
    answer.leftOut.map(({ line, reason }) => [line, reason]),
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
  assert.deepEqual([anna?.name, anna?.eMail, anna?.notes], ['Anna', 'anna@example.org', '']);
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
    answer.leftOut.map(({ line, reason }) => [line, reason]),
    [[15, 'broken']],
  );
  const [anna, olga] = await app.stored();
  assert.deepEqual([anna?.name, anna?.eMail], ['Anna Berg', 'anna@example.org']);
  assert.deepEqual(
    [olga?.name, olga?.phoneKey, String(olga?.birthday), olga?.notes],
    ['Ольга Смирнова', '+37120000206', '1985-03-07', 'Tea, please'],
  );
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

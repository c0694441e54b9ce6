// Tests of undoing an import of customers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingImports } from '#contract/booking/import.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';
import { sendFile } from '#server/testing/clients/upload.ts';

test('an import of customers is undone but for those who were changed or used since', async () => {
  await using salon = await salonForImports();
  const send = (content: string) =>
    sendFile(
      salon,
      companyContacts.operations.import,
      { name: 'customers.csv', bytes: Buffer.from(content) },
      salon.headers,
    );
  const head = 'Name,E-mail,Phone,Birthday,Tags,Newsletter,Notes';
  await send(`${head}\nEarlier,e@example.org,,,,,`);
  const second = await send(
    [
      head,
      'Earlier,e@example.org,20000009,,,,',
      'Anna,a@example.org,20000001,7.3.1985,"VIP, Colour",yes,Tea',
      'Mia,,20000002,--04-12,,,',
      'Changed,c@example.org,,,,,',
      'Used,,20000003,,,,',
    ].join('\n'),
  );
  assert.deepEqual([second.answer.added, second.answer.filled], [4, 1]);
  await salon.database.write.updateTable('contacts').set({ notes: 'Other' }).where('name', '=', 'Changed').execute();
  await salon.run('Start,Duration,Staff,Client,Mobile\n2026-12-03 14:30,30,Anna Ozola,Used,20000003');
  const [, imported] = (await salon.call(bookingImports.getAll, {}, salon.headers)).answer;
  assert.deepEqual(
    [imported?.fileName, imported?.state, imported?.counts],
    ['customers.csv', 'done', { services: 0, appointments: 0, customers: 4, products: 0 }],
  );
  const { answer } = await salon.call(bookingImports.undo, { id: imported?.id ?? '' }, salon.headers);
  assert.deepEqual(answer.removed, { services: 0, appointments: 0, customers: 2, products: 0 });
  assert.deepEqual(
    answer.kept.map(({ kind, name, reason }) => [kind, name, reason]),
    [
      ['customer', 'Changed', 'changed'],
      ['customer', 'Used', 'used'],
    ],
  );
  const left = await salon.database.read
    .selectFrom('contacts')
    .select(['name', 'phoneNumber'])
    .orderBy('name')
    .execute();
  assert.deepEqual(left, [
    { name: 'Changed', phoneNumber: '' },
    { name: 'Earlier', phoneNumber: '20000009' },
    { name: 'Used', phoneNumber: '20000003' },
  ]);
});

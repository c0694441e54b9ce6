// Tests of importing services: what is recognized, matched, added and updated.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { workbook } from '#server/lib/grid/xlsx.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';

async function servicesOf({ database }: Awaited<ReturnType<typeof salonForImports>>) {
  const rows = await database.read
    .selectFrom('services as s')
    .leftJoin('serviceCategories as g', 'g.id', 's.categoryId')
    .select(['s.name', 'g.name as category', 's.minutes', 's.price'])
    .orderBy('s.position')
    .execute();
  return rows.map(({ name, category, minutes, price }) => [name, category, minutes, price]);
}

test('services come with category, length, price, variation and the people who do them', async () => {
  await using salon = await salonForImports();
  const file = [
    'Service name,Category name,Duration,Retail price,Pricing option,Team members,Description',
    'Haircut,Hair,1h 30m,"€25,50",Long hair,"Anna Ozola, Boris Kalns",With wash',
    'Haircut,Hair,45m,from €20.00,Short hair,Anna Ozola,',
    'Manicure,Nails,1h,30,,,',
    'Consultation,,,Free,,,',
    'Haircut,Hair,45m,20,Short hair,,',
    ',Hair,10m,5,,,',
  ].join('\n');
  const preview = await salon.preview(file);
  assert.deepEqual(
    preview.columns.map(({ field }) => field),
    ['service', 'category', 'minutes', 'price', 'variation', 'person', 'description'],
  );
  assert.deepEqual([preview.kind, preview.rows, preview.counts.services.added], ['services', 6, 4]);
  assert.deepEqual(
    preview.problems.map(({ line, isLeftOut, reasons }) => [line, isLeftOut, reasons]),
    [
      [5, false, ['minutes']],
      [6, true, ['repeated']],
      [7, true, ['noService']],
    ],
  );
  assert.deepEqual(await servicesOf(salon), [], 'a preview writes nothing');
  const answer = await salon.run(file);
  assert.deepEqual(answer.counts.services, { added: 4, changed: 0, unchanged: 0, kept: 0 });
  assert.deepEqual(await servicesOf(salon), [
    ['Haircut – Long hair', 'Hair', 90, 25.5],
    ['Haircut – Short hair', 'Hair', 45, 20],
    ['Manicure', 'Nails', 60, 30],
    ['Consultation', null, 30, 0],
  ]);
  const people = await salon.database.read
    .selectFrom('servicePeople as p')
    .innerJoin('services as s', 's.id', 'p.serviceId')
    .select(['s.name', 'p.calendarId'])
    .execute();
  const doneBy = (name: string) => people.filter((one) => one.name === name).length;
  // Anna alone, and both where the file names no person.
  assert.deepEqual([doneBy('Haircut – Short hair'), doneBy('Manicure')], [1, 2]);
  assert.deepEqual(
    answer.report.map(({ line, result }) => [line, result]),
    [
      [2, 'added'],
      [3, 'added'],
      [4, 'added'],
      [5, 'added'],
      [6, 'leftOut'],
      [7, 'leftOut'],
    ],
  );
});

test('the same file changes nothing, the next one updates what is unchanged here', async () => {
  await using salon = await salonForImports();
  const head = 'ID;Bezeichnung;Dauer (Min.);Preis';
  await salon.run([head, '1;Schnitt;30;25,00', '2;Farbe;90;80,00', '3;Bart;15;12,00'].join('\n'));
  const again = await salon.run([head, '1;Schnitt;30;25,00', '2;Farbe;90;80,00', '3;Bart;15;12,00'].join('\n'));
  assert.deepEqual(again.counts.services, { added: 0, changed: 0, unchanged: 3, kept: 0 });
  await salon.database.write.updateTable('services').set({ price: 99 }).where('name', '=', 'Farbe').execute();
  const next = await salon.run(
    [head, '1;Schnitt neu;35;27,00', '2;Farbe;90;85,00', '3;Bart;15;12,00', '4;Kind;20;15'].join('\n'),
  );
  assert.deepEqual(next.counts.services, { added: 1, changed: 1, unchanged: 1, kept: 1 });
  assert.deepEqual(await servicesOf(salon), [
    ['Schnitt neu', null, 35, 27],
    ['Farbe', null, 90, 99],
    ['Bart', null, 15, 12],
    ['Kind', null, 20, 15],
  ]);
});

test('a service of the same name is there already, whatever imported it', async () => {
  await using salon = await salonForImports();
  await salon.run('Prestation;Durée;Prix\nCoupe femme;45 min;39,00 €');
  const answer = await salon.run('Nom;Catégorie;Durée;Tarif\nCoupe Femme;;50 min;42\nBrushing;Cheveux;30 min;25');
  assert.deepEqual(answer.counts.services, { added: 1, changed: 0, unchanged: 1, kept: 0 });
});

test('a workbook and a price list with categories as rows are read', async () => {
  await using salon = await salonForImports();
  async function* rows() {
    yield [
      ['Facial', 'Regular', 45.5],
      ['Facial', 'Deep', 60],
    ];
  }
  const columns = [
    { title: 'Item Name', style: 'text' },
    { title: 'Variation Name', style: 'text' },
    { title: 'Price', style: 'money' },
  ] as const;
  await salon.run(await buffer(workbook(columns, rows())));
  assert.deepEqual(await servicesOf(salon), [
    ['Facial', null, 30, 45.5],
    ['Facial – Deep', null, 30, 60],
  ]);
  const list = ['Pakalpojums;Ilgums;Cena', 'Mati;;', 'Griezums;1 st.;30', 'Nagi;;', 'Manikīrs;45 min;25'].join('\n');
  await salon.run(list);
  assert.deepEqual((await servicesOf(salon)).slice(2), [
    ['Griezums', 'Mati', 60, 30],
    ['Manikīrs', 'Nagi', 45, 25],
  ]);
});

test('a catalogue of Square: products, and what is archived, are left out with their reason', async () => {
  await using salon = await salonForImports();
  const file = [
    'Reference Handle,Token,Item Name,Variation Name,Category,Item Type,Price,Duration,Archived',
    ',A1,Shampoo,Regular,Retail,Physical good,12.00,,N',
    ',A2,Haircut,Long,Hair,Appointments service,$65.00,60,N',
    ',A3,Brush,Regular,Retail,Regular,15.00,,N',
    ',A4,Beard trim,Regular,Barber,Regular,20.00,30,N',
    ',A5,Old cut,Regular,Barber,Service,20.00,30,Y',
    ',,Total,,,,132.00,,',
  ].join('\n');
  const preview = await salon.preview(file);
  assert.deepEqual(
    preview.columns.map(({ field }) => field),
    ['skip', 'id', 'service', 'variation', 'category', 'type', 'price', 'minutes', 'status'],
  );
  const { report, problems } = await salon.run(file);
  assert.deepEqual(await servicesOf(salon), [
    ['Haircut – Long', 'Hair', 60, 65],
    ['Beard trim', 'Barber', 30, 20],
  ]);
  assert.deepEqual(
    problems.map(({ line, reasons }) => `${line} ${reasons}`),
    ['2 goods', '4 goods', '6 notOffered', '7 total'],
  );
  assert.equal(report.length, 6);
});

test('the columns of a price list without headings can be changed', async () => {
  await using salon = await salonForImports();
  const list = 'Haare;;\nSchnitt;39;45\nFarbe;60;90\nNägel;;\nManiküre;30;60\n';
  const { columns, headerLine } = await salon.preview(list);
  assert.deepEqual([headerLine, columns.map(({ field }) => field)], [0, ['service', 'price', 'minutes']]);
  const changed = await salon.preview(list, { columns: ['service', 'minutes', 'price'] });
  assert.deepEqual(
    changed.columns.map(({ field }) => field),
    ['service', 'minutes', 'price'],
  );
  await salon.run(list);
  assert.deepEqual(await servicesOf(salon), [
    ['Schnitt', 'Haare', 45, 39],
    ['Farbe', 'Haare', 90, 60],
    ['Maniküre', 'Nägel', 60, 30],
  ]);
});

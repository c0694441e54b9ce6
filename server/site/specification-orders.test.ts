// A client of the specification and the order of its paged lists: by each column that it names, in both spellings.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { openClient, type WireRow } from '#server/testing/clients/specification-client.ts';
import type { Fields } from '#server/testing/lists/write-samples.ts';

const client = openClient();

interface Sorted {
  name: keyof typeof resources;
  line: string;
  list: string;
  columns: string;
}

const mail = 'Created CompanyName LocationName FromEmail ToEmail Subject Message Sent State';
const sms = 'Created CompanyName LocationName From FromSms To ToSms Subject Message Sent State';
const payment = 'Created Amount Status Confirmed ConfirmedDate TransactionId Company';
const invoice = 'Created Number GrandTotal DueDate PeriodStart PeriodEnd Paid Company';
const lists: Sorted[] = [
  { name: 'companyEmailMessages', line: '2:110', list: 'Messages', columns: mail },
  { name: 'systemEmailMessages', line: '2:110', list: 'Messages', columns: mail },
  { name: 'companySmsMessages', line: '2:112', list: 'Messages', columns: sms },
  { name: 'systemSmsMessages', line: '2:112', list: 'Messages', columns: sms },
  { name: 'companyPayments', line: '2:78', list: 'Payments', columns: payment },
  { name: 'systemPayments', line: '2:78', list: 'Payments', columns: payment },
  { name: 'companyInvoices', line: '2:76', list: 'Invoices', columns: invoice },
  { name: 'systemInvoices', line: '2:76', list: 'Invoices', columns: invoice },
  {
    name: 'systemFileUploads',
    line: '2:124',
    list: 'FileUploads',
    columns: 'Created DisplayName MimeType Size IsSystem',
  },
];

/** Longer than the entry of an index may be, in a text that hardly compresses. */
const long = Array.from({ length: 6_000 }, () => randomUUIDv7()).join(' ');

let filled: Promise<void> | undefined;

async function fill(): Promise<void> {
  const { app } = client;
  const { write } = app.database;
  const other = await buildBusiness(app);
  for (const { company, location } of [client.business, other]) {
    for (const [n, state] of ['sent', 'failed', 'delivered', 'cancelled'].entries()) {
      const text = `${'vcmé'[n]} message ${n === 1 ? long : ''}`;
      const at = app.clock.now().subtract({ minutes: 10 * n });
      const place = { companyId: company.id, locationId: n % 2 ? location.id : null };
      const content = {
        subject: `${'XaÉb'[n]} subject`,
        fromEMail: `${'Dabc'[n]}@example.org`,
        toEMail: `${'bDca'[n]}@example.org`,
      };
      await buildMail(app, { ...place, ...content, state, createdAt: at, html: `<p>${text}</p>`, plain: text });
      const id = randomUUIDv7();
      await write
        .insertInto('deliveries')
        .values({
          ...{ id, companyId: company.id, medium: 'sms', queue: 'sms:visit', address: `+3712000000${n}`, state },
          ...{ dueAt: at, createdAt: at, causeKind: 'test', causeKey: id },
        })
        .execute();
      await write
        .insertInto('smsMessages')
        .values({
          ...{ ...place, id, fromSms: `${'Dabc'[n]} salon`, toSms: `+3712000000${3 - n}`, subject: content.subject },
          ...{ message: text, createdAt: at },
        })
        .execute();
      const { id: paymentId } = await buildPayment(app, company, { amount: 10 + n });
      const facts = [
        { manual: 'confirmed', confirmedAt: at, provider: 'paypal', providerRef: `b${company.id}` },
        { seenPending: true },
        { manual: 'cancelled', provider: 'paypal', providerRef: `A${company.id}` },
        {},
      ][n];
      if (Object.keys(facts ?? {}).length) {
        await write
          .updateTable('payments')
          .set(facts ?? {})
          .where('id', '=', paymentId)
          .execute();
      }
    }
    const { id } = await buildInvoice(app, company, { cents: 1_000 });
    if (company === other.company) {
      await client.ok('POST', 'system/invoices/ConfirmTransfer', { Id: id }, client.cookies.system);
    }
    await buildFile(app, company, { name: `${company.name} prices` });
  }
  await buildMail(app, { subject: 'Of no company' });
  const { id: systemFile } = await buildFile(app, null, { name: 'Banner' });
  await write.updateTable('files').set({ isSystem: true }).where('id', '=', systemFile).execute();
}

/** As the database sorts: nothing first, texts without case and accents. */
function sortable(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean' || typeof value === 'number') return Number(value);
  return String(value)
    .replace(/<[^>]*>/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .slice(0, 100);
}

for (const { name, line, list, columns } of lists) {
  const { area, name: path, declared } = resources[name] as unknown as AnyResource;
  const read = async (input: Fields): Promise<WireRow[]> => {
    const page = { pageNr: 1, rowsPerPage: 200, search: '', ...input };
    const answer = await client.ok('GET', `${area}/${path}/GetPaginated`, page, client.cookies[area]);
    return (answer as Record<string, WireRow[]>)[list] ?? [];
  };

  test(`${line} ${area}/${path}: by default, the newest of the last days come first`, async () => {
    filled ??= fill();
    await filled;
    const { range } = declared;
    const since = range && client.app.clock.now().toZonedDateTimeISO('UTC').subtract(range.defaultSpan).toInstant();
    const newest = (await read({ ...(since && { startDate: since.toString() }), order: '-Created' })).map(
      ({ Id }) => Id,
    );
    assert.ok(newest.length > 0);
    for (const order of ['', '-created', '-CREATED']) {
      const shown = (await read({ order })).map(({ Id }) => Id);
      assert.deepEqual(shown, newest, order);
    }
    const oldest = { startDate: '2020-01-01', endDate: '2020-02-01' };
    if (range) assert.deepEqual(await read(oldest), []);
  });

  for (const column of columns.split(' ')) {
    test(`${line} ${area}/${path}: in the order of ${column}, both ways, page after page`, async () => {
      filled ??= fill();
      await filled;
      const wide = declared.range ? { startDate: '2020-01-01' } : {};
      const up = await read({ ...wide, order: column });
      const values = up.map((row) => sortable(row[column]));
      assert.ok(up.length > 0);
      const isNullLast = column === 'TransactionId';
      const sorted = values.toSorted((one, two) => {
        if (isNullLast && (one === '' || two === '')) return Number(one === '') - Number(two === '');
        return one < two ? -1 : Number(one > two);
      });
      assert.deepEqual(values, sorted);
      const down = (await read({ ...wide, order: `-${column.toLowerCase()}` })).map((row) => sortable(row[column]));
      assert.deepEqual(down, isNullLast ? sorted.toReversed() : values.toReversed());
      const paged: unknown[] = [];
      for (let pageNr = 1; paged.length < up.length; pageNr++) {
        const page = await read({ ...wide, order: column, pageNr, rowsPerPage: 3 });
        assert.ok(page.length > 0);
        paged.push(...page.map(({ Id }) => Id));
      }
      assert.deepEqual(
        paged,
        up.map(({ Id }) => Id),
      );
      const found = await read({ ...wide, order: column, search: up[0]?.Subject ? 'subject' : '' });
      assert.ok(found.length > 0);
    });
  }
}

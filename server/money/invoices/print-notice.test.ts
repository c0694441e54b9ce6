// Tests the notice of an invoice on the paper of a receipt printer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { handOver } from '#server/devices/jobs/hand-over.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { buildInvoice, creditForTest } from '#server/testing/build/invoices.ts';
import { sellerAndPayer } from '#server/testing/build/invoicing.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const { printNotice } = companyInvoices.operations;

test('the notice of an invoice says how it is paid, once; paid, it asks for no transfer; others cannot print it', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await sellerAndPayer(app);
  const place = await app.database.read
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', payer.id)
    .executeTakeFirstOrThrow();
  const device = await buildDevice(app, { companyId: payer.id, locationId: place.id });
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).execute();
  const { id } = await buildInvoice(app, payer, { cents: 4_050 });
  const print = (headers = admin) => app.call(printNotice, { id }, headers);
  const documentOf = async (jobId = '') =>
    (
      await app.database.read
        .selectFrom('printJobs')
        .select('document')
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow()
    ).document as unknown as Record<string, unknown>;
  const first = await print();
  assert.equal(first.status, 200, first.body);
  assert.equal((await print()).answer.isNew, false);
  const { seller, number, total, iban, link } = await documentOf(first.answer.job?.id);
  assert.deepEqual([seller, number, total, iban], ['Daybook SIA', 'INV-000001', 40.5, 'DE89370400440532013000']);
  assert.match(String(link), /^BCD\n002\n1\nSCT\n\nDaybook SIA\nDE89370400440532013000\nEUR40\.50\n\nRF\d{2}/);
  assert.equal(
    (await handOver(app, { companyId: payer.id, id: device.id }))?.id,
    first.answer.job?.id,
    'it is rendered',
  );
  const picture = await app.server.inject({
    url: `/api/printjobs/GetPaper?id=${first.answer.job?.id}`,
    headers: admin,
  });
  assert.equal(picture.headers['content-type'], 'image/png', printJobs.getPaper.path);

  await app.call(systemInvoices.operations.confirmTransfer, { id }, sys);
  const paid = await documentOf((await print()).answer.job?.id);
  assert.deepEqual([paid.total, paid.iban, paid.link, paid.due], [40.5, undefined, undefined, undefined]);

  const other = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await print(other)).status, 404);
  await creditForTest(app, id);
  const { answer: list } = await app.call(companyInvoices.operations.getPaginated, {}, admin);
  const note = list.invoices.find(({ state }) => state === 'creditNote') ?? assert.fail('no credit note');
  assert.equal((await app.call(printNotice, { id: note.id }, admin)).status, 404);
});

// Tests of the files of invoices: made once from the rows, mailed with a link, and shown to those who may see them.
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { invoiceDocuments } from '#contract/money/invoice-documents.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { sendOverdueNotices } from '#server/money/invoices/send-overdue-notices.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildInvoice, creditForTest } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { assertPdfA } from '#server/testing/pdf/pdf-a.ts';
import { readPdf } from '#server/testing/pdf/read-pdf.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { fileKey, makeInvoiceFiles } from './invoice-files.ts';
import { recoverAttachment } from './recover-attachment.ts';

async function seller(app: TestApp): Promise<void> {
  const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV1' };
  await app.database.write.updateTable('seller').set(details).execute();
}

async function payer(app: TestApp) {
  await seller(app);
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const invoice = await buildInvoice(app, company, { cents: 4_000 });
  return { company, invoice, employee, headers: await signIn(app, employee) };
}

const rows = (app: TestApp) => app.database.read.selectFrom('invoiceFiles').selectAll().orderBy('invoiceId').execute();

async function onlyRow(app: TestApp) {
  const [row] = await rows(app);
  return row ?? assert.fail('no file');
}

const download = (app: TestApp, query: string, headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/Pdf/DownloadPdf/?${query}`, headers });

test('the job makes each file once, with the hashes of its bytes and its XML, and queues one mail', async () => {
  await using app = await testApp();
  const { invoice, headers } = await payer(app);
  const stopped = await makeInvoiceFiles(app, { seconds: 0 });
  assert.deepEqual(stopped, { made: 0, failed: 0, more: true }, 'the next run goes on');
  assert.deepEqual(await makeInvoiceFiles(app), { made: 1, failed: 0, more: false });
  assert.deepEqual(await makeInvoiceFiles(app), { made: 0, failed: 0, more: false });
  const row = await onlyRow(app);
  assert.ok(row.pdfHash && row.xmlHash);
  const { answer } = await app.call(companyInvoices.operations.getById, { id: invoice.id }, headers);
  assert.equal(answer.pdf, row.id);
  const { rawPayload, headers: sent, statusCode } = await download(app, `Id=${row.id}`, headers);
  assert.equal(statusCode, 200);
  assert.equal(sent['content-type'], 'application/pdf');
  assert.equal(sent['content-disposition'], 'attachment; filename="INV-000001.pdf"');
  assert.deepEqual(hash('sha256', rawPayload, 'buffer'), row.pdfHash);
  assert.equal(row.size, rawPayload.length);
  const { text, files } = await readPdf(rawPayload);
  assert.match(text, /€40\.00/);
  const xml = files.get('factur-x.xml') ?? '';
  assert.deepEqual(hash('sha256', xml, 'buffer'), row.xmlHash);
  assert.match(xml, /<ram:GrandTotalAmount>40\.00</);
  assertPdfA(rawPayload, xml);
  const [mail, ...others] = await storedMails(app);
  assert.equal(others.length, 0);
  assert.deepEqual([mail?.attachmentKey, mail?.attachmentName], [fileKey(row.id, row.pdfHash), 'INV-000001.pdf']);
  const delivery = await app.database.read
    .selectFrom('deliveries')
    .select(['queue', 'guarantee'])
    .executeTakeFirstOrThrow();
  assert.deepEqual(delivery, { queue: 'mail:account', guarantee: 'again' });
});

test('runs and readers at the same time make one file and one mail', async () => {
  await using app = await testApp();
  const { headers } = await payer(app);
  const { id } = await onlyRow(app);
  const [first, second, third] = await Promise.all([
    download(app, `Id=${id}`, headers),
    download(app, `id=${id}`, headers),
    makeInvoiceFiles(app),
    makeInvoiceFiles(app),
  ]);
  assert.deepEqual([first.statusCode, second.statusCode, third.failed], [200, 200, 0]);
  assert.deepEqual(first.rawPayload, second.rawPayload);
  assert.equal((await storedMails(app)).length, 1);
});

test('a file whose bytes are lost is made again at the first request, the same to the byte, without a second mail', async () => {
  await using app = await testApp();
  const { headers } = await payer(app);
  await makeInvoiceFiles(app);
  const row = await onlyRow(app);
  const before = await download(app, `Id=${row.id}`, headers);
  await app.files.remove(fileKey(row.id, row.pdfHash ?? assert.fail()));
  const after = await download(app, `Id=${row.id}`, headers);
  assert.deepEqual(after.rawPayload, before.rawPayload);
  assert.ok(await app.files.read(fileKey(row.id, row.pdfHash ?? assert.fail())));
  assert.equal((await storedMails(app)).length, 1);
});

test('the mail goes out with the file and a link that opens the invoice without a session, for 90 days', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { employee, invoice } = await payer(app);
  await makeInvoiceFiles(app);
  const row = await onlyRow(app);
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();
  const mail = await server.next();
  assert.deepEqual(mail.envelope.to, [employee.logIn]);
  assert.match(mail.subject ?? '', /^Invoice INV-000001 for /);
  const [attachment] = mail.attachments;
  assert.deepEqual([attachment?.filename, attachment?.mimeType], ['INV-000001.pdf', 'application/pdf']);
  const bytes = Buffer.from(attachment?.content as ArrayBuffer);
  assert.deepEqual(hash('sha256', bytes, 'buffer'), row.pdfHash);
  const [, id, token] = /\/Pdf\?Id=([\w-]{36})&Token=([\w-]+)/.exec(mail.text ?? '') ?? [];
  assert.equal(id, row.id);
  const stored = await app.database.read.selectFrom('invoiceLinks').select('tokenHash').executeTakeFirstOrThrow();
  assert.deepEqual(stored.tokenHash, hash('sha256', token ?? '', 'buffer'));
  assert.equal((await download(app, `Id=${id}&Token=${token}`)).statusCode, 200);
  const { status, answer } = await app.call(invoiceDocuments.get, { id: row.id, token: token ?? '' });
  assert.deepEqual([status, answer.number, answer.toPay, answer.payableId], [200, 'INV-000001', 40, null]);
  assert.equal(answer.settled, null);
  await creditForTest(app, invoice.id);
  const { answer: later } = await app.call(invoiceDocuments.get, { id: row.id, token: token ?? '' });
  assert.deepEqual([later.toPay, later.settled], [40, 'credited'], 'the document keeps its amount');
  app.clock.advance({ hours: 90 * 24 });
  assert.equal((await download(app, `Id=${id}&Token=${token}`)).statusCode, 404);
});

test('a lost attachment is made again when its mail is due, and a mail whose attachment cannot be made waits', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  await payer(app);
  await makeInvoiceFiles(app);
  const row = await onlyRow(app);
  await app.files.remove(fileKey(row.id, row.pdfHash ?? assert.fail()));
  const work = async (services: Services) => {
    const outbox = openMessaging(services, { recoverAttachment });
    await outbox.drain();
    await outbox.close();
  };
  await work({ ...app, files: { ...app.files, put: () => Promise.reject(new Error('the disk is full')) } });
  assert.equal(server.mails.length, 0);
  app.clock.advance({ hours: 1 });
  await work(app);
  const [attachment] = (await server.next()).attachments;
  assert.deepEqual(hash('sha256', Buffer.from(attachment?.content as ArrayBuffer), 'buffer'), row.pdfHash);
});

test('for others, an invoice does not exist: visitors, other companies, employees, and links of another invoice', async () => {
  await using app = await testApp();
  const { company, headers } = await payer(app);
  const { id } = await onlyRow(app);
  const other = await buildBusiness(app, { actions: ['admin'] });
  const otherInvoice = await buildInvoice(app, other.company);
  const { tokenHash: _none, ...link } = {
    tokenHash: null,
    expiresAt: app.clock.now().add({ hours: 1 }),
    createdAt: app.clock.now(),
  };
  await app.database.write
    .insertInto('invoiceLinks')
    .values({
      ...link,
      companyId: other.company.id,
      invoiceId: otherInvoice.id,
      tokenHash: hash('sha256', 'theirs', 'buffer'),
    })
    .execute();
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const employee = await signIn(app, (await buildBusiness(app, { actions: [] })).employee);
  const unknown = await download(app, `Id=${randomUUID()}`, headers);
  assert.equal(unknown.statusCode, 404);
  for (const answer of [
    await download(app, `Id=${id}`),
    await download(app, `Id=${id}&Token=wrong`),
    await download(app, `Id=${id}&Token=theirs`),
    await download(app, `Id=${id}`, await signIn(app, other.employee)),
    await download(app, `Id=${id}`, employee),
    await download(app, 'Id=1', headers),
    await download(app, '', headers),
  ]) {
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.body, unknown.body);
  }
  for (const url of [`/pdf/downloadpdf?id=${id}`, `/PDF/DownloadPDF/?ID=${id}`, `/Pdf/DownloadPdf/?Id=${id}&View=1`]) {
    assert.equal((await app.server.inject({ url, headers })).statusCode, 200, url);
    assert.equal((await app.server.inject({ url, headers: operator })).statusCode, 200, url);
  }
  const shown = await download(app, `Id=${id}&View=1`, headers);
  assert.equal(shown.headers['content-security-policy'], "frame-ancestors 'self'");
  assert.equal(shown.headers['content-disposition'], 'inline; filename="INV-000001.pdf"');
  assert.ok(company);
});

test('payments have the PDF of their invoice, credit notes have their own, and overdue notices a link', async () => {
  await using app = await testApp();
  const { invoice, headers } = await payer(app);
  await app.call(companyInvoices.operations.pay, { id: invoice.id }, headers);
  await app.call(companyPayments.operations.add, { amount: 10 }, headers);
  const { answer } = await app.call(companyPayments.operations.getPaginated, {}, headers);
  const { id } = await onlyRow(app);
  assert.deepEqual(answer.payments.map(({ pdf }) => pdf).toSorted(), [id, null].toSorted());
  app.clock.advance({ hours: 18 * 24 });
  assert.equal(await sendOverdueNotices(app), 1);
  const [notice] = await storedMails(app);
  const [, linked, token] = /\/Pdf\?Id=([\w-]{36})&Token=([\w-]+)/.exec(notice?.plain ?? '') ?? [];
  assert.equal(linked, id);
  assert.equal((await download(app, `Id=${linked}&Token=${token}`)).statusCode, 200);
  await creditForTest(app, invoice.id);
  assert.deepEqual(await makeInvoiceFiles(app), { made: 1, failed: 0, more: false });
  const last = (await storedMails(app)).at(-1);
  assert.match(last?.subject ?? '', /^Credit note CN-000001 for /);
  const note = (await rows(app)).find((row) => row.id !== id);
  const { text } = await readPdf(
    (
      await download(
        app,
        `Id=${note?.id}`,
        await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee),
      )
    ).rawPayload,
  );
  assert.match(text, /Credit note/);
  assert.match(text, /−€40\.00/);
});

test('the page of an invoice says that it is paid', async () => {
  await using app = await testApp();
  const { invoice, headers } = await payer(app);
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { id } = await onlyRow(app);
  const settled = async () => (await app.call(invoiceDocuments.get, { id }, headers)).answer.settled;
  const payment = await app.call(companyInvoices.operations.pay, { id: invoice.id }, headers);
  assert.equal(await settled(), null);
  await app.call(systemPayments.operations.manualConfirm, { id: payment.answer.id }, sys);
  assert.equal(await settled(), 'paid');
});

test('a document that cannot be made is reported and stops no other', async () => {
  await using app = await testApp();
  const { company } = await payer(app);
  await buildInvoice(app, company);
  const broken = {
    ...app,
    files: {
      ...app.files,
      put: async (key: string, bytes: Buffer) => {
        const [first] = await rows(app);
        if (first && key.startsWith(first.id)) throw new Error('the disk is full');
        return app.files.put(key, bytes);
      },
    },
  };
  assert.deepEqual(await makeInvoiceFiles(broken), { made: 1, failed: 1, more: false });
  assert.deepEqual(await makeInvoiceFiles(app), { made: 1, failed: 0, more: false });
  assert.equal((await storedMails(app)).length, 2);
});

test('the list of all invoices names the PDF', async () => {
  await using app = await testApp();
  const { invoice } = await payer(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { answer } = await app.call(systemInvoices.operations.getById, { id: invoice.id }, operator);
  assert.equal(answer.pdf, (await onlyRow(app)).id);
});

// Tests what people at the desk print: slips, lists of a day, payment notes and notes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { papers } from '#contract/booking/papers.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { handOver } from '#server/devices/jobs/hand-over.ts';
import { settleJob } from '#server/devices/jobs/settle-job.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

/** A salon with a ready printer, and a visit of two parts. */
async function salon() {
  const app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const business = await buildBusiness(app);
  const { employee, company } = business;
  const as = await signIn(app, employee);
  const contact = await buildContact(app, company, { name: 'Mara Ozola' });
  const cut = await buildService(app, employee, { name: 'Cut', price: 40, minutes: 30 });
  const beard = await buildService(app, employee, { name: 'Beard', price: 25, minutes: 30 });
  const { calendarId } = employee;
  const parts = [
    { calendarId, serviceId: cut.id, start: '2026-03-02T10:00:00Z' },
    { calendarId, serviceId: beard.id },
  ];
  const input = { contactId: contact.id, name: 'Mara Ozola', acceptClosed: true, parts };
  const { answer: visit } = await app.call(visits.insertVisit, input, as);
  const device = await buildDevice(app, employee);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).execute();
  const documentOf = async (id: string) => {
    const job = await app.database.read
      .selectFrom('printJobs')
      .select(['document', 'language', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...job, document: job.document as unknown as Record<string, unknown> };
  };
  const asking = { companyId: company.id, id: device.id };
  return { ...app, ...business, app, as, visit, device, asking, documentOf };
}

test('the slip of a visit is printed once however often it is pressed; a moved visit has another', async () => {
  await using at = await salon();
  const { app, as, visit, asking } = at;
  const print = (more: object = {}) => app.call(papers.printSlip, { visitId: visit.id, ...more }, as);
  const answers = await Promise.all(Array.from({ length: 32 }, () => print()));
  const ids = new Set(answers.map(({ answer }) => answer.job?.id));
  assert.equal(ids.size, 1);
  assert.equal(answers.filter(({ answer }) => answer.isNew).length, 1);
  const [id = ''] = ids;
  const { document, expiresAt } = await at.documentOf(id);
  assert.deepEqual(
    [document.day, document.time, document.service, document.price, document.customer],
    ['2026-03-02', '12:00–13:00', 'Cut\nBeard', 65, 'Mara Ozola'],
  );
  assert.equal(String(expiresAt), '2026-03-02T10:00:00Z', 'of use until the start');
  assert.equal((await handOver(app, asking))?.id, id);
  assert.equal(await handOver(app, asking).then((job) => job?.id), id, 'the same one');
  await settleJob(app, asking, { job: 'handed', outcome: 'printed' });
  assert.equal(await handOver(app, asking), undefined, 'one paper');
  const again = await print();
  assert.deepEqual([again.answer.isNew, again.answer.job?.state], [false, 'printed']);
  const copy = await app.call(printJobs.again, { id, copy: 1 }, as);
  assert.deepEqual([copy.answer.isNew, copy.answer.job?.copy, copy.answer.job?.lastCopy], [true, 1, 1]);

  const [first] = visit.parts;
  const moved = { eventId: first?.eventId ?? '', start: '2026-03-02T13:00:00Z' };
  const parts = visit.parts.map((part, index) => ({
    ...{ eventId: part.eventId, calendarId: part.calendarId, serviceId: part.serviceId },
    ...(index === 0 && moved),
  }));
  const changed = { id: visit.id, version: visit.version, parts, acceptClosed: true, acceptOverlap: true };
  assert.equal((await app.call(visits.updateVisit, changed, as)).status, 200);
  const other = await print();
  assert.equal(other.answer.isNew, true);
  assert.notEqual(other.answer.job?.id, id);
});

test('without a printer the answer has those to choose from; the print dialog needs none', async () => {
  await using at = await salon();
  const { app, as, visit, device } = at;
  await app.database.write.updateTable('devices').set({ isConfirmed: false }).execute();
  const print = (where: object) => app.call(papers.printSlip, { visitId: visit.id, ...where }, as);
  const { answer } = await print({});
  assert.deepEqual([answer.job, answer.choices.map(({ id, isReady }) => [id, isReady])], [null, [[device.id, false]]]);
  assert.equal((await print({ printerId: device.id })).status, 417, 'its test page is not confirmed');
  const dialog = await print({ inBrowser: true });
  assert.equal(dialog.status, 200, dialog.body);
  assert.deepEqual([dialog.answer.job?.state, dialog.answer.job?.isAsked], ['handed', true]);
});

test('a payment note says what was paid, and nothing is printed for a refund', async () => {
  await using at = await salon();
  const { app, as, visit } = at;
  const paid = await app.call(receipts.pay, { visitId: visit.id, amount: 65, method: 'card' }, as);
  const receiptId = paid.answer.receipts[0]?.id ?? '';
  const { answer } = await app.call(papers.printPaymentNote, { receiptId }, as);
  const { document } = await at.documentOf(answer.job?.id ?? '');
  assert.deepEqual(
    [document.total, document.method, document.lines],
    [
      65,
      'Card',
      [
        { name: 'Cut', amount: 40 },
        { name: 'Beard', amount: 25 },
      ],
    ],
  );
  await app.call(receipts.refund, { id: receiptId }, as);
  assert.equal((await app.call(papers.printPaymentNote, { receiptId }, as)).status, 404);
});

test('the list of a day has the appointments of a person or of the place; a changed day is another paper', async () => {
  await using at = await salon();
  const { app, as, employee, location } = at;
  const print = async (more: object = {}, headers = as) =>
    (await app.call(papers.printDay, { day: '2026-03-02', ...more }, headers)).answer;
  const own = await print({ calendarId: employee.calendarId });
  const { document } = await at.documentOf(own.job?.id ?? '');
  assert.equal(document.count, '2');
  const [row] = document.visits as Record<string, string>[];
  assert.deepEqual([row?.time, row?.customer, row?.service, row?.person], ['12:00–12:30', 'Mara Ozola', 'Cut', '']);
  app.clock.advance({ minutes: 5 });
  assert.equal((await print({ calendarId: employee.calendarId })).isNew, false, 'nothing has changed');
  const ofPlace = await print();
  assert.notEqual(ofPlace.job?.id, own.job?.id);
  const empty = await print({ day: '2026-03-03' });
  assert.equal((await at.documentOf(empty.job?.id ?? '')).document.count, '0');
  // A colleague sees their own calendar only.
  const anna = await buildEmployee(app, location, { actions: ['user'] });
  const hers = await signIn(app, anna);
  const strange = { day: '2026-03-02', calendarId: employee.calendarId };
  assert.equal((await app.call(papers.printDay, strange, hers)).status, 404);
  const visible = await print({}, hers);
  assert.equal((await at.documentOf(visible.job?.id ?? '')).document.count, '0');
});

test('a note prints the words as they are typed, also those of a template', async () => {
  await using at = await salon();
  const { app, as, asking } = at;
  const text = '# {{ company }}\n{% for %} ** [qr] \u001b@ =';
  const { answer } = await app.call(papers.printNote, { title: 'For tomorrow', text }, as);
  assert.equal((await at.documentOf(answer.job?.id ?? '')).document.text, text);
  assert.equal((await handOver(app, asking))?.id, answer.job?.id);
});

test('the code of a slip leads to its appointment, by a link that ends with it, and no other link comes with a press', async () => {
  await using at = await salon();
  const { app, as, visit, asking } = at;
  const print = async () => (await app.call(papers.printSlip, { visitId: visit.id }, as)).answer;
  const links = () => app.database.read.selectFrom('actionLinks').selectAll().execute();
  const before = (await links()).length;
  const first = await print();
  await print();
  const made = (await links()).slice(before);
  assert.equal(made.length, 1);
  assert.deepEqual([made[0]?.eMail, String(made[0]?.expiresAt)], ['', '2026-03-02T10:00:00Z']);
  const { document } = await at.documentOf(first.job?.id ?? '');
  const token = /\/appointment\/([\w-]+)\/cancell$/.exec(String(document.link))?.[1] ?? '';
  assert.ok(Buffer.from(token, 'base64url').length >= 32, 'as long as that of a mail');
  const linked = await app.call(publicCalendars.getAppointment, { actionHash: token });
  assert.deepEqual([linked.status, linked.answer.state], [200, 'confirmed']);
  const stored = JSON.stringify(await links());
  assert.ok(!stored.includes(token), 'only its hash');
  // A copy has the same code; a slip for another customer has not: the former link ends.
  await handOver(app, asking);
  await settleJob(app, asking, { job: 'handed', outcome: 'printed' });
  const copy = await app.call(printJobs.again, { id: first.job?.id ?? '', copy: 1 }, as);
  assert.equal((await at.documentOf(copy.answer.job?.id ?? '')).document.link, document.link);
  const other = await buildContact(app, at.company, { name: 'Ina Kalna' });
  const parts = visit.parts.map(({ eventId, calendarId, serviceId, start }) => ({
    eventId,
    calendarId,
    serviceId,
    start,
  }));
  const changed = {
    id: visit.id,
    version: visit.version,
    contactId: other.id,
    name: 'Ina Kalna',
    parts,
    acceptClosed: true,
  };
  const answer = await app.call(visits.updateVisit, changed, as);
  assert.equal(answer.status, 200, answer.body);
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash: token })).status, 404);
});

test('one person has at most fifty papers waiting for one printer, and is told so', async () => {
  await using at = await salon();
  const { app, as } = at;
  const print = (title: string) => app.call(papers.printNote, { title, text: title }, as);
  for (let number = 1; number <= 50; number++) assert.equal((await print(`Note ${number}`)).status, 200);
  assert.equal((await print('Note 50')).status, 200, 'the same paper');
  const refused = await print('Note 51');
  assert.equal(refused.status, 417);
  assert.match(refused.body, /ListingPrinters_Id.*50 papers of yours already wait/);
  const states = await app.database.read.selectFrom('printJobs').select('state').execute();
  assert.equal(states.length, 50);
  const { answer } = await app.call(printJobs.cancelAll, { printerId: at.device.id }, as);
  assert.equal(answer.cancelled, 50);
  assert.equal((await print('Note 51')).status, 200);
});

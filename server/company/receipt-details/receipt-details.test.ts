// Tests of what receipts say about the company as the seller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipts } from '#contract/booking/receipts.ts';
import { companyReceiptDetails } from '#contract/company/receipt-details.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const { get, update } = companyReceiptDetails;

test('a receipt states the seller of its time, and no VAT of an exempt one; its refund has the rates of the receipt', async () => {
  await using app = await testApp();
  const { company, employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const service = await buildService(app, employee);
  await app.database.write.updateTable('services').set({ vatRate: 21 }).execute();
  const visit = async (start: string) => buildEvent(app, employee, { start, name: 'Mara', serviceId: service.id });
  const pay = async ({ id: visitId }: { id: string }) => {
    const { answer } = await app.call(receipts.pay, { visitId, amount: 20, method: 'cash' }, admin);
    return answer.receipts[0] ?? assert.fail('no receipt');
  };
  const first = await pay(await visit('2026-03-02T10:00:00Z'));
  assert.deepEqual([first.seller?.name, first.seller?.vatRegime, first.vat[0]?.rate], [company.name, 'standard', 21]);

  const { answer: before } = await app.call(get, {}, admin);
  assert.deepEqual([before.name, before.company.name, before.version], ['', company.name, '']);
  const given = {
    name: 'Salons SIA',
    registration: '40003032949',
    vatId: 'lv 4000 3032 949',
    vatRegime: 'exempt',
  } as const;
  const saved = await app.call(update, { ...given, version: '' }, admin);
  assert.deepEqual([saved.status, saved.answer.vatId], [200, 'LV40003032949']);
  const second = await pay(await visit('2026-03-02T12:00:00Z'));
  assert.deepEqual(
    [second.seller, second.vat.map(({ rate, vat }) => [rate, vat])],
    [{ ...given, vatId: 'LV40003032949', address: before.company.address }, [[null, 0]]],
  );
  await app.call(receipts.refund, { id: first.id }, admin);
  const rates = await app.database.read
    .selectFrom('receiptLines')
    .select('vatRate')
    .where('quantity', '<', 0)
    .execute();
  assert.deepEqual(rates, [{ vatRate: 21 }]);

  assert.equal((await app.call(update, { name: 'Late', version: '' }, admin)).status, 409);
  const wrong = await app.call(update, { vatId: 'LV40003032948' }, admin);
  assert.deepEqual([wrong.status, wrong.complaints[0]?.Key], [417, 'VatId']);
  const person = await signIn(app, await buildEmployee(app, location, { actions: ['lcladmin'] }));
  assert.deepEqual([(await app.call(get, {}, person)).status, (await app.call(update, {}, person)).status], [403, 403]);
});

// Tests that any payments, refunds of lines and merges, two at a time, leave receipts that agree with their lines,
// payments, visits and customers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { paymentMethods, receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const allowed = [200, 204, 404, 409, 417];

/** Two customers, each with two visits of three services. */
async function desk() {
  const app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, employee);
  const { calendarId } = employee;
  const services = [];
  for (const price of [40, 25, 0.01]) services.push(await buildService(app, employee, { price, minutes: 10 }));
  const contacts: string[] = [];
  const visitIds: string[] = [];
  for (const name of ['Mara', 'Ilze']) {
    const contact = await buildContact(app, company, { name });
    contacts.push(contact.id);
    for (const hour of [10, 11]) {
      const [first, ...rest] = services.map(({ id: serviceId }) => ({ calendarId, serviceId }));
      const start = `2026-03-02T${hour + contacts.length * 2}:00:00Z`;
      const input = { contactId: contact.id, name, acceptClosed: true };
      const parts = [{ calendarId, ...first, start }, ...rest];
      visitIds.push((await app.call(visits.insertVisit, { ...input, parts }, as)).answer.id);
    }
  }
  return { ...app, company, as, contacts, visitIds };
}

test('any payments, refunds and merges, two at a time, agree', async () => {
  await using app = await desk();
  const { as, contacts, visitIds } = app;
  const { merge, undoMerge, getCard } = companyContacts.operations;
  const visitOf = (seed: number) => visitIds[seed % visitIds.length] ?? '';
  const read = async (visitId: string) => (await app.call(receipts.getOfVisit, { visitId }, as)).answer;
  const acts: ((seed: number) => Promise<{ status: number }>)[] = [
    async (seed) => {
      const { open } = await read(visitOf(seed));
      const eventIds = open.filter((_, index) => (seed >> index) % 2 === 0).map(({ eventId }) => eventId);
      const method = paymentMethods[seed % 3] ?? 'cash';
      const amount = (1 + (seed % 9_999)) / 100;
      const chosen = eventIds.length > 0 ? { eventIds } : {};
      return app.call(receipts.pay, { visitId: visitOf(seed), amount, method, ...chosen }, as);
    },
    async (seed) => {
      const all = (await read(visitOf(seed))).receipts;
      const receipt = all[seed % (all.length || 1)];
      const lines = receipt?.lines
        .filter((_, index) => (seed >> index) % 2 === 0)
        .map(({ position }) => ({ position, quantity: 1 }));
      const method = seed % 4 === 0 ? { method: paymentMethods[seed % 3] ?? 'cash' } : {};
      return app.call(
        receipts.refund,
        { id: receipt?.id ?? visitOf(seed), ...(lines?.length && { lines }), ...method },
        as,
      );
    },
    (seed) => {
      const [contactId = '', mergedId = ''] = seed % 2 ? contacts : contacts.toReversed();
      return app.call(merge, { contactId, mergedId }, as);
    },
    async () => {
      const { read: db } = app.database;
      const last = await db.selectFrom('contactMerges').select('id').where('undoneAt', 'is', null).executeTakeFirst();
      return app.call(undoMerge, { id: last?.id ?? app.company.id }, as);
    },
  ];
  const step = fc.tuple(fc.constantFrom(0, 0, 0, 1, 1, 2, 3), fc.nat(100_000));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 8 }), async (rounds) => {
      for (const round of rounds) {
        const answers = await Promise.all(round.map(([act, seed]) => acts[act]?.(seed)));
        const statuses = answers.map((answer) => answer?.status ?? 0);
        assert.ok(
          statuses.every((status) => allowed.includes(status)),
          String(statuses),
        );
      }
      const payments = await Promise.all(visitIds.map(read));
      for (const { paid, receipts: all, unpaidParts, parts } of payments) {
        assert.equal(paid, sumOfEuros(all.map(({ amount, refunded }) => amount - refunded)));
        const standing = all.flatMap(({ lines }) => lines).filter(({ quantity, refunded }) => refunded < quantity);
        assert.equal(parts - unpaidParts, new Set(standing.map(({ eventId }) => eventId)).size);
        assert.equal(paid, sumOfEuros(standing.map(({ left }) => left)));
        for (const { amount, lines, vat, payments: by } of all) {
          for (const rows of [lines, vat, by]) assert.equal(amount, sumOfEuros(rows.map((row) => row.amount)));
        }
      }
      const cards = await Promise.all(contacts.map((id) => app.call(getCard, { id }, as)));
      const spent = new Map(cards.map(({ answer: { contact } }) => [contact.id, contact.spent]));
      assert.equal(sumOfEuros([...spent.values()]), sumOfEuros(payments.map(({ paid }) => paid)));
      const wrong = await verifyBooks(app.database);
      assert.deepEqual(
        wrong.filter(({ check }) => check.startsWith('receipt')),
        [],
      );
    }),
    runs(30, 3),
  );
  const { rows } = await sql<{ paid: number; partly: number }>`
    select count(*) filter (where refunds_id is null) as paid, count(*) filter (where refunds_id is not null) as partly
    from receipts`.execute(app.database.read);
  assert.ok((rows[0]?.paid ?? 0) > 2 && (rows[0]?.partly ?? 0) > 0, JSON.stringify(rows));
});

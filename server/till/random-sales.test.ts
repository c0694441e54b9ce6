// Tests that any sales, refunds, desk payments, moves, openings and closings at two registers and several screens, two
// at a time and with killed connections, leave numbers, payments, VAT, closings and books that agree.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { paymentMethods, receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { lineCents, percentCents } from '#contract/till/line-cents.ts';
import { type BasketLine, moveKinds, tills } from '#contract/till/tills.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

async function shop() {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, employee);
  const { write } = app.database;
  const [companyId, locationId] = [company.id, location.id];
  await sql`insert into till_places values (${companyId}, ${locationId}, 'EE', 'plain')`.execute(write);
  const registers = [];
  for (let n = 0; n < 2; n++) registers.push((await buildDevice(app, { companyId, locationId, kind: 'register' })).id);
  const products = [12.5, 0.03, 0].map((price) => ({ id: randomUUID(), price }));
  for (const { id, price } of products)
    await sql`
      insert into products (company_id, id, name, price, vat_rate)
      values (${companyId}, ${id}, 'Soap', ${price}, ${price > 1 ? 20 : 5.5})`.execute(write);
  const contact = await buildContact(app, company, { name: 'Mara' });
  const { calendarId } = employee;
  const service = await buildService(app, employee, { price: 33.33, minutes: 10 });
  const visitIds: string[] = [];
  const eventIds: string[] = [];
  for (const hour of [10, 12, 14]) {
    const parts = [
      { calendarId, serviceId: service.id, start: `2026-03-02T${hour}:00:00Z` },
      { calendarId, serviceId: service.id },
    ];
    const { answer } = await app.call(
      visits.insertVisit,
      { contactId: contact.id, name: 'Mara', acceptClosed: true, parts },
      as,
    );
    visitIds.push(answer.id);
    const { open } = (await app.call(receipts.getOfVisit, { visitId: answer.id }, as)).answer;
    eventIds.push(...open.filter((part) => part.visitId === answer.id).map(({ eventId }) => eventId));
  }
  return { ...app, company, as, registers, products, visitIds, eventIds };
}

test('any sales, refunds, moves and closings at once agree with their books', async () => {
  await using app = await shop();
  const { as, registers, products, visitIds, eventIds, database } = app;
  const one = <T>(all: readonly T[], seed: number): T => {
    const found = all[seed % all.length];
    assert.ok(found !== undefined);
    return found;
  };
  const killed = { count: 0 };
  const share = (cents: number, discountPercent: number) => ({
    ...{ discount: percentCents(cents, discountPercent) / 100, discountPercent },
  });
  async function sellAny(seed: number) {
    const registerId = one(registers, seed);
    const goods: Partial<BasketLine>[] = products
      .filter((_, index) => (seed >> index) % 2 === 0)
      .map(({ id, price }) => ({
        productId: id,
        unitPrice: price,
        quantity: 1 + (seed % 5) / 4,
        discount: seed % 3 ? 0 : price / 2,
      }));
    if (seed % 2) goods.push({ eventId: one(eventIds, seed), unitPrice: (seed % 5_000) / 100 });
    const lines = goods.map((line) => {
      if (seed % 4 === 0) return { ...line, ...share(lineCents({ quantity: 1, unitPrice: 0, ...line }), 12.5) };
      return { ...line, discount: Math.round((line.discount ?? 0) * 100) / 100 };
    });
    // The till says the total that it expects.
    const id = randomUUID();
    const input = { id, registerId, lines: lines as BasketLine[], discount: (seed % 7) / 100 };
    const method = one(paymentMethods, seed);
    const first = await app.call(tills.sell, { ...input, payments: [] }, as);
    const total = first.status === 409 ? JSON.parse(first.body).Total : undefined;
    if (total === undefined) return first;
    const half = Math.floor(total * 50) / 100;
    const payments = [
      { method, amount: half },
      { method: 'cash' as const, amount: Math.round((total - half) * 100) / 100, given: Math.ceil(total) },
    ].filter(({ amount }) => amount > 0);
    return app.call(tills.sell, { ...input, payments }, as);
  }
  const acts: ((seed: number) => Promise<{ status: number; body: string }>)[] = [
    sellAny,
    async (seed) => {
      const registerId = one(registers, seed);
      const found = await app.call(tills.getReceipts, { registerId }, as);
      // Its connection died.
      if (found.status === 503) return found;
      const { answer } = found;
      const sales = answer.filter(({ refundsId }) => refundsId === null);
      const sale = sales[seed % (sales.length || 1)];
      const lines = sale?.lines
        .filter(({ kind, quantity, refunded }) => kind !== 'discount' && refunded < quantity)
        .map(({ position, quantity, refunded }) => ({ position, quantity: seed % 2 ? quantity - refunded : 1 }));
      const input = { id: randomUUID(), registerId, receiptId: sale?.id ?? randomUUID() };
      return app.call(tills.refund, { ...input, ...(lines?.length && { lines: lines.slice(0, 1 + (seed % 2)) }) }, as);
    },
    (seed) => {
      const eventId = one(eventIds, seed);
      const visitId = one(visitIds, Math.floor((seed % eventIds.length) / 2));
      return app.call(receipts.pay, { visitId, eventIds: [eventId], amount: 5, method: one(paymentMethods, seed) }, as);
    },
    (seed) =>
      app.call(
        tills.move,
        {
          id: randomUUID(),
          registerId: one(registers, seed),
          kind: one(moveKinds, seed),
          amount: 3,
          reason: 'Change',
        },
        as,
      ),
    (seed) => app.call(tills.open, { registerId: one(registers, seed), openingCash: seed % 50 }, as),
    async (seed) => {
      const registerId = one(registers, seed);
      const found = await app.call(tills.get, { registerId }, as);
      if (found.status === 503) return found;
      const { answer } = found;
      const sessionId = answer.session?.id ?? randomUUID();
      return app.call(tills.close, { registerId, sessionId, countedCash: seed % 200 }, as);
    },
    async () => {
      // A connection dies between two statements of whatever it does.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction' limit 1`.execute(
        database.write,
      );
      killed.count++;
      return { status: 204, body: '' };
    },
  ];
  for (const registerId of registers) await app.call(tills.open, { registerId, openingCash: 10 }, as);
  const step = fc.tuple(fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6), fc.nat(100_000));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step, step), { minLength: 3, maxLength: 6 }), async (rounds) => {
      for (const round of rounds) {
        const answers = await Promise.all(round.map(([act, seed]) => acts[act]?.(seed)));
        const wasKilled = round.some(([act]) => act === 6);
        for (const answer of answers) {
          const allowed = [200, 204, 404, 409, 417, ...(wasKilled ? [503] : [])];
          assert.ok(allowed.includes(answer?.status ?? 0), answer?.body ?? '');
        }
      }
      assert.deepEqual(await verifyBooks(database), []);
    }),
    runs(12),
  );
  // Payments, lines and VAT of each receipt; each Z of its receipts; incomes of receipts.
  const all = [];
  for (const registerId of registers) all.push(...(await app.call(tills.getReceipts, { registerId }, as)).answer);
  for (const { amount, lines, payments, vat } of all) {
    assert.equal(sumOfEuros(lines.map((line) => line.amount)), amount);
    assert.equal(sumOfEuros(payments.map((payment) => payment.amount)), amount);
    assert.equal(sumOfEuros(vat.map((row) => row.amount)), amount);
  }
  const { rows } = await sql<{ differs: number }>`
    select count(*)::integer as differs from till_sessions s where s.closed_at is not null
      and (s.z ->> 'amount')::numeric <> (select coalesce(sum(amount), 0) from receipts r where r.session_id = s.id)`.execute(
    database.write,
  );
  assert.deepEqual(rows, [{ differs: 0 }]);
  const { rows: incomes } = await sql<{ incomes: number; receipts: number }>`
    select (select sum(amount) from report_facts where subject = 'receipts') as incomes, (select sum(amount) from receipts) as receipts`.execute(
    database.write,
  );
  assert.equal(incomes[0]?.incomes, incomes[0]?.receipts);
});

// The seller of the demo, and payments of its companies in every state.
import { randomUUIDv7 } from 'node:crypto';
import { eurosOf, unitsOfCents } from '#contract/lib/money.ts';
import type { PaymentProviderName, PaymentState } from '#contract/money/payments.ts';
import { takeBack } from '#server/balance/deposits/take-back.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import type { ServiceContext } from '#server/lib/context.ts';

/** An account that banks publish as an example. */
const seller = {
  name: 'Daybook Demo SIA',
  address: 'Brīvības iela 1, LV-1010 Rīga, Latvia',
  registration: '40000000015',
  vatId: 'LV40000000015',
  vatRate: 21,
  iban: 'LV80BANK0000435195001',
  bic: '',
  timeZone: 'Europe/Riga',
};

export async function addSeller({ db }: ServiceContext): Promise<void> {
  await db.updateTable('seller').set(seller).execute();
}

/** The billing details of the companies; the last one has not stated any. Their VAT numbers are examples. */
const buyers = [
  {
    name: 'Rīta Gaisma SIA',
    address: 'Kaļķu iela 12, LV-1050 Rīga',
    country: 'LV',
    vatId: 'LV40003032949',
    billingEMail: 'bills@rita.daybook.test',
    reference: 'PO 2041',
  },
  {
    name: 'Rückenwind Physiotherapie GmbH',
    address: 'Kastanienallee 82, 10435 Berlin',
    country: 'DE',
    vatId: 'DE136695976',
  },
];

/** An operator has checked the VAT number of the second: its invoices have reverse charge. */
export async function addBuyer({ db, clock }: ServiceContext, companyId: string, index: number): Promise<void> {
  const buyer = buyers[index];
  if (!buyer) return;
  await db
    .insertInto('billingProfiles')
    .values({ ...buyer, companyId })
    .execute();
  if (index !== 1) return;
  const vatIdCheckedAt = clock.now().subtract({ hours: 24 * 400 });
  await db.updateTable('billingProfiles').set({ vatIdCheckedAt }).where('companyId', '=', companyId).execute();
}

/** Days before the present, amounts (EUR) and the states that each went through; the newest last. */
const payments: readonly [days: number, euros: number, ...states: PaymentState[]][] = [
  [330, 50, 'confirmed'],
  [214, 25, 'confirmed'],
  [121, 20, 'confirmed', 'cancelled'],
  [64, 30, 'confirmed'],
  [23, 15, 'confirmed'],
  [16, 10, 'cancelled'],
  [6, 40, 'pending'],
  [1, 10, 'created'],
];

interface DemoAttempt {
  provider: PaymentProviderName;
  /** Euros; a declined card has paid nothing. */
  captured?: number;
  refunded?: number;
  failure?: string;
}

/** As above, with the tries at providers. */
const onlinePayments: readonly [days: number, euros: number, ...attempts: DemoAttempt[]][] = [
  [88, 45, { provider: 'paypal', captured: 45, refunded: 15 }],
  [41, 35, { provider: 'stripe', failure: 'insufficient_funds' }, { provider: 'stripe', captured: 35 }],
  [9, 25, { provider: 'stripe', captured: 25 }],
];

/** The amounts differ from company to company, unless they were paid at a provider. */
export async function addPayments(context: ServiceContext, companyId: string, index: number): Promise<void> {
  for (const [days, euros, ...states] of payments) {
    const createdAt = context.clock.now().subtract({ hours: 24 * days + 3 * index + 2 });
    await addPayment(context, { companyId, cents: 100 * (euros + 5 * index), createdAt, states });
  }
  for (const [days, euros, ...attempts] of onlinePayments) {
    const createdAt = context.clock.now().subtract({ hours: 24 * days + 4 * index + 3 });
    await addOnlinePayment(context, { companyId, euros, createdAt, attempts });
  }
}

interface DemoPayment {
  companyId: string;
  cents: number;
  createdAt: Temporal.Instant;
  states: PaymentState[];
}

async function addPayment({ db }: ServiceContext, { companyId, cents, createdAt, states }: DemoPayment): Promise<void> {
  const id = randomUUIDv7();
  const decided = createdAt.add({ hours: 20 });
  const state = states.at(-1);
  await db
    .insertInto('payments')
    .values({
      companyId,
      id,
      amount: eurosOf(cents),
      createdAt,
      seenPending: state === 'pending',
      manual: state === 'confirmed' || state === 'cancelled' ? state : null,
      confirmedAt: state === 'confirmed' ? decided : null,
    })
    .execute();
  for (const [index, kind] of states.entries()) {
    if (kind === 'created' || kind === 'pending') continue;
    const step = index + 1;
    const at = decided.add({ hours: 24 * index });
    const amount = eurosOf(kind === 'confirmed' ? cents : index > 0 ? -cents : 0);
    await db
      .insertInto('paymentMoves')
      .values({ companyId, paymentId: id, step, kind, amount, createdAt: at })
      .execute();
    const movement = { companyId, units: unitsOfCents(cents), cause: { kind: 'payment', id, step } };
    if (kind === 'confirmed') await topUp({ db, clock: { now: () => at } }, movement);
    else if (index > 0) await takeBack({ db, clock: { now: () => at } }, movement);
  }
}

async function addOnlinePayment(
  { db }: ServiceContext,
  {
    companyId,
    euros,
    createdAt,
    attempts,
  }: Pick<DemoPayment, 'companyId' | 'createdAt'> & {
    euros: number;
    attempts: DemoAttempt[];
  },
): Promise<void> {
  const id = randomUUIDv7();
  await db.insertInto('payments').values({ companyId, id, amount: euros, createdAt }).execute();
  let step = 0;
  const move = async (amount: number, at: Temporal.Instant) => {
    const kind = amount > 0 ? 'received' : 'returned';
    step++;
    await db
      .insertInto('paymentMoves')
      .values({ companyId, paymentId: id, step, kind, amount, createdAt: at })
      .execute();
    const units = unitsOfCents(100 * Math.abs(amount));
    const movement = { companyId, units, cause: { kind: 'payment', id, step } } as const;
    await (amount > 0 ? topUp : takeBack)({ db, clock: { now: () => at } }, movement);
  };
  for (const [index, { provider, captured = 0, refunded = 0, failure = '' }] of attempts.entries()) {
    const at = createdAt.add({ minutes: 5 * index + 1 });
    const paidAt = at.add({ minutes: 2 });
    await db
      .insertInto('paymentAttempts')
      .values({
        ...{ companyId, id: randomUUIDv7(), paymentId: id, provider, amount: euros, captured, refunded, failure },
        ...{ createdAt: at, expiresAt: at.add({ hours: 1 }), askedAt: paidAt, dueAt: null },
        ...{ expired: captured === 0, orderRef: `demo-${randomUUIDv7()}` },
      })
      .execute();
    if (captured > 0) await move(captured, paidAt);
    if (refunded > 0) await move(-refunded, paidAt.add({ hours: 30 }));
  }
  const confirmedAt = createdAt.add({ minutes: 5 * attempts.length });
  await db
    .updateTable('payments')
    .set({ confirmedAt })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

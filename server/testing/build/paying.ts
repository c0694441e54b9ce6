// Builds an installation whose companies pay at stand-ins of Stripe and PayPal.
import { sql } from 'kysely';
import { company } from '#contract/company/details.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { workOnAttempts } from '#server/money/attempts/work-on-attempts.ts';
import { openPayPal } from '../paypal/open-paypal.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import { testApp } from '../test-app.ts';
import { buildBusiness } from './business.ts';
import { buildPayment } from './invoices.ts';
import { signIn } from './sign-in.ts';

const { startAttempt, checkAttempts, getCheckout, getAttempts } = companyPayments.operations;

/** Their clocks are that of the application. */
export async function buildPaying() {
  let now = () => Temporal.Now.instant();
  const stripe = await openStripe(() => now());
  const payPal = await openPayPal(() => now());
  const app = await testApp({ env: { ...stripe.env, ...payPal.env } });
  now = () => app.clock.now();
  const { company: payer, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  const [admin, sys] = [await signIn(app, employee), await signIn(app, operator)];
  const start = (id: string, provider: 'stripe' | 'paypal' = 'stripe', as = admin) =>
    app.call(startAttempt, { id, provider }, as);
  return {
    ...app,
    ...{ stripe, payPal, payer, admin, sys, start },
    add: (amount = 10) => buildPayment(app, payer, { amount }),
    check: async (id: string) => (await app.call(checkAttempts, { id }, admin)).answer,
    read: async (id: string) => (await app.call(getCheckout, { id }, admin)).answer,
    attempts: async (id: string) => (await app.call(getAttempts, { id }, admin)).answer,
    confirm: (id: string) => app.call(systemPayments.operations.manualConfirm, { id }, sys),
    cancel: (id: string) => app.call(systemPayments.operations.manualCancel, { id }, sys),
    balance: async () => (await app.call(company.get, {}, admin)).answer.additionalBalance,
    /** Goes on as the job does, with everything that is due until then. */
    async later(duration: Temporal.DurationLike) {
      app.clock.advance(duration);
      // Their sessions are locked or over.
      Object.assign(admin, await signIn(app, employee));
      Object.assign(sys, await signIn(app, operator));
      await workOnAttempts(app, { limit: 1_000 });
    },
    async listen() {
      const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
      stripe.noticesTo = `${url}/api/hooks/payments/stripe`;
      payPal.noticesTo = `${url}/api/hooks/payments/paypal`;
    },
    events: async () =>
      (
        await sql<{ outcome: string; type: string }>`
          select outcome, type from provider_events order by received_at, event_id`.execute(app.database.read)
      ).rows,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await stripe[Symbol.asyncDispose]();
      await payPal[Symbol.asyncDispose]();
    },
  };
}

export type Paying = Awaited<ReturnType<typeof buildPaying>>;

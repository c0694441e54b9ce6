// Stripe for tests: a stand-in on loopback that speaks its protocol over plain HTTP.
import {
  type HttpStandIn,
  openHttpStandIn,
  type StandInAnswer,
  type StandInRequest,
} from '../servers/http-stand-in.ts';
import { playStripeBuyer, type StripeBuyer } from './buyer.ts';
import { type StripeNotice, type StripeNoticeOptions, signStripeNotice } from './notices.ts';
import { emptyAccount, type StandInEvent, type StripeAccount } from './objects.ts';
import { buyerPage } from './page.ts';
import { answerStripe, failStripe } from './stripe-api.ts';

export interface StripeStandIn extends HttpStandIn {
  account: StripeAccount;
  buyer: StripeBuyer;
  /** Accepted keys and signing secrets; a test changes them for a rotation. */
  secretKeys: string[];
  webhookSecrets: string[];
  /** Settings of Daybook that lead here. */
  env: Record<string, string>;
  /** Each new event is posted there at once, and until then none is. */
  noticesTo: string | undefined;
  sign(event: object, options?: StripeNoticeOptions): StripeNotice;
  /** Posts a notice of the event, and returns the status of the answer. */
  send(event: object, options?: StripeNoticeOptions & { to?: string }): Promise<number>;
  /** Waits until every notice that was sent at once has its answer, and returns their statuses. */
  sent(): Promise<number[]>;
}

/** `await using stripe = await openStripe()`; `now` is the clock of sessions and signatures. */
export async function openStripe(now: () => Temporal.Instant = () => Temporal.Now.instant()): Promise<StripeStandIn> {
  const account = emptyAccount(now);
  const buyer = playStripeBuyer(account);
  const secretKeys = ['sk_test_51StandInSecretKeyOfTests'];
  const webhookSecrets = ['whsec_StandInSecretOfTests'];
  const answer = answerStripe({ account, secretKeys, url: () => server.url });
  const server: HttpStandIn = await openHttpStandIn(
    (request: StandInRequest): StandInAnswer => buyerPage(account, buyer, request) ?? answer(request),
    failStripe,
  );
  const sending: Promise<number>[] = [];
  const stripe: StripeStandIn = {
    ...server,
    account,
    buyer,
    secretKeys,
    webhookSecrets,
    noticesTo: undefined,
    get env() {
      return {
        STRIPE_SECRET_KEY: secretKeys[0] ?? '',
        STRIPE_WEBHOOK_SECRETS: webhookSecrets.join(','),
        STRIPE_API_URL: server.url,
      };
    },
    sign: (event, options) => signStripeNotice(event, { secrets: webhookSecrets, signedAt: now(), ...options }),
    async send(event, { to = stripe.noticesTo, ...options } = {}) {
      if (to === undefined) throw new Error('No address of notices is set.');
      const { headers, rawBody } = stripe.sign(event, options);
      const { status } = await fetch(to, { method: 'POST', headers, body: new Uint8Array(rawBody) });
      return status;
    },
    sent: () => Promise.all(sending),
  };
  account.onEvent = (event: StandInEvent) => {
    if (stripe.noticesTo !== undefined) sending.push(stripe.send(event));
  };
  return stripe;
}

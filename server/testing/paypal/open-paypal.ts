// PayPal for tests: a stand-in on loopback that speaks its protocol over plain HTTP.
import {
  type HttpStandIn,
  openHttpStandIn,
  type StandInAnswer,
  type StandInRequest,
} from '../servers/http-stand-in.ts';
import { loopbackCertificate } from '../servers/loopback-certificate.ts';
import { type PayPalBuyer, playPayPalBuyer } from './buyer.ts';
import { payPalCertificates } from './certificates.ts';
import { type PayPalNotice, type PayPalNoticeOptions, signPayPalNotice } from './notices.ts';
import type { PayPalAccount, StandInNotice } from './objects.ts';
import { approvalPage } from './page.ts';
import { answerPayPal, failPayPal, type PayPalApi } from './paypal-api.ts';

export interface PayPalStandIn extends HttpStandIn {
  account: PayPalAccount;
  buyer: PayPalBuyer;
  /** Its keys and permissions, which a test changes. */
  api: PayPalApi;
  webhookId: string;
  /** Settings of Daybook that lead here. */
  env: Record<string, string>;
  /** Each new event is posted there at once, and until then none is. */
  noticesTo: string | undefined;
  /** Where a certificate is served, by its name. */
  certUrl(name: keyof typeof payPalCertificates): string;
  sign(event: object, options?: PayPalNoticeOptions): PayPalNotice;
  /** Posts a notice of the event, and returns the status of the answer. */
  send(event: object, options?: PayPalNoticeOptions & { to?: string }): Promise<number>;
  /** Waits until every notice that was sent at once has its answer, and returns their statuses. */
  sent(): Promise<number[]>;
}

/** The scopes of an application; the first is that of an option. */
const scopes = 'https://uri.paypal.com/services/disputes/read-seller https://uri.paypal.com/services/payments/payment';

/** `await using payPal = await openPayPal()`; this process trusts the authority of its certificates from now on. */
export async function openPayPal(now: () => Temporal.Instant = () => Temporal.Now.instant()): Promise<PayPalStandIn> {
  loopbackCertificate.trust();
  const account: PayPalAccount = {
    ...{ orders: new Map(), captures: new Map(), refunds: new Map(), disputes: new Map(), events: new Map() },
    tokens: new Map(),
    now,
    url: () => server.url,
    onEvent: undefined,
  };
  const buyer = playPayPalBuyer(account);
  const path = (name: string) => `/v1/notifications/certs/CERT-${name}`;
  const certificates = Object.entries(payPalCertificates).map(([name, pem]) => [path(name), pem] as const);
  const api: PayPalApi = {
    account,
    clientId: 'client-of-the-stand-in',
    secrets: ['secret-of-the-stand-in'],
    tokenSeconds: 32_400,
    scope: scopes,
    certificates: new Map(certificates),
  };
  const webhookId = '8PT597110X687430L';
  const answer = answerPayPal(api);
  const server: HttpStandIn = await openHttpStandIn(
    (request: StandInRequest): StandInAnswer => approvalPage(account, buyer, request) ?? answer(request),
    failPayPal,
  );
  const certUrl = (name: keyof typeof payPalCertificates) => `${server.url}${path(name)}`;
  const sending: Promise<number>[] = [];
  const payPal: PayPalStandIn = {
    ...server,
    account,
    buyer,
    api,
    webhookId,
    noticesTo: undefined,
    get env() {
      return {
        PAYPAL_CLIENT_ID: api.clientId,
        PAYPAL_SECRET: api.secrets[0] ?? '',
        PAYPAL_WEBHOOK_ID: webhookId,
        PAYPAL_API_URL: server.url,
      };
    },
    certUrl,
    sign: (event, options) =>
      signPayPalNotice(event, { webhookId, signedAt: now(), certUrl: certUrl('right'), ...options }),
    async send(event, { to = payPal.noticesTo, ...options } = {}) {
      if (to === undefined) throw new Error('No address of notices is set.');
      const { headers, rawBody } = payPal.sign(event, options);
      const { status } = await fetch(to, { method: 'POST', headers, body: new Uint8Array(rawBody) });
      return status;
    },
    sent: () => Promise.all(sending),
  };
  account.onEvent = (event: StandInNotice) => {
    if (payPal.noticesTo !== undefined) sending.push(payPal.send(event));
  };
  return payPal;
}

// Tests an SMS gateway: sends one SMS immediately and returns the response of the gateway.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { notFound } from '#server/lib/refusal.ts';
import { type Gateway, gatewayById } from '#server/messaging/sms/gateways.ts';
import { openGateway } from '#server/messaging/sms/open-gateway.ts';
import { explainSmsFailure } from '#server/messaging/sms/outgoing-sms.ts';
import { testOverOutbox } from './test-over-outbox.ts';

type SmsTestResult = z.output<typeof systemSmsGateways.operations.sendTest.output>;

const timeout = 30_000;

/** Does not throw on errors of the gateway or its settings: they are the result. */
export async function sendTestSms(context: SignedIn, { id, to }: { id: string; to: string }): Promise<SmsTestResult> {
  const { language } = context.visitor;
  const { checkNumber } = await import('#server/messaging/sms/check-number.ts');
  // The operator names the whole number; the countries of companies do not limit it.
  const { number, refusal } = checkNumber(to, { country: undefined, allowed: [] });
  if (refusal && refusal !== 'country') {
    return { sent: false, to, answer: translate(language, `smsRefusal.${refusal}`) };
  }
  await throttle(context, { action: 'SMS gateway test', subject: context.user.id, max: 10, minutes: 60 });
  let gateway: Gateway | undefined;
  try {
    gateway = await gatewayById(context, context.db, id);
  } catch (error) {
    return { sent: false, to: number, answer: messageOf(error) };
  }
  if (!gateway) throw notFound();
  if (gateway.kind === 'file') return { sent: false, to: number, answer: translate(language, 'smsTest.kept') };
  if (gateway.kind === 'smpp')
    return testOverOutbox(context, { gatewayId: gateway.id, to: number, text: testText(context) });
  if (await isSuppressed(context, number)) {
    return { sent: false, to: number, answer: translate(language, 'smsTest.suppressed') };
  }
  const sender = await openGateway(gateway, { connections: 1 });
  const sms = {
    ...{ id: randomUUIDv7(), fromSms: '', toSms: number, createdAt: context.clock.now() },
    message: testText(context),
  };
  try {
    const response = await sender.send(sms, AbortSignal.timeout(timeout));
    return { sent: true, to: number, answer: typeof response === 'string' ? response : response.answer };
  } catch (error) {
    const isUncertain = explainSmsFailure(error).maybeSent;
    return { sent: false, to: number, answer: messageOf(error), ...(isUncertain && { isUncertain }) };
  } finally {
    sender.close();
  }
}

/** Suppressed for all companies: the test belongs to none. */
async function isSuppressed({ db, clock }: SignedIn, number: string): Promise<boolean> {
  const { rows } = await sql<{ isStopped: boolean }>`
    select is_stopped from sms_numbers(null, ${[number]}::text[], null, ${clock.now()}) where number = ${number}`.execute(
    db,
  );
  return rows[0]?.isStopped ?? false;
}

const testText = ({ visitor, publicUrl }: SignedIn) =>
  translate(visitor.language, 'smsTest.text', { address: publicUrl });

function messageOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 500);
}

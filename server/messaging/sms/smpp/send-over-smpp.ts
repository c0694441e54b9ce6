// Sends SMS over the link to an SMSC, and stores what the SMSC delivers.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Fields, Pdu } from 'smpp';
import type { Services } from '#server/lib/context.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { Sender } from '#server/messaging/outbox/medium.ts';
import { pauseRoute, resumeRoute } from '#server/messaging/outbox/route-states.ts';
import type { Gateway, SmppSettings } from '#server/messaging/sms/gateways.ts';
import type { Sms } from '#server/messaging/sms/sms.ts';
import { cutSms, encodeGsm, needsUnicode } from '#server/messaging/sms/sms-parts.ts';
import { storeReceipt } from '#server/messaging/sms/store-receipt.ts';
import { takeAnswer } from '#server/messaging/sms/take-answer.ts';
import type { WhenAnswered } from '#server/messaging/sms/when-answered.ts';
import { type LinkTiming, linkTiming, noLink } from './link.ts';
import { openLink } from './open-link.ts';
import { readDelivered, refOf } from './read-delivered.ts';

/**
 * How long an SMS waits for link, window and pace, and how long its sending takes at most (ms): shorter than a claim.
 */
const waiting = 35_000;
const whole = 55_000;
const maxText = 2_000;

export interface SmppOptions {
  timing?: Partial<LinkTiming> | undefined;
  /** This process has the link, and no other. */
  isHeld(): boolean;
  /** The link with the former settings is closed. */
  former?: Promise<unknown> | undefined;
  whenAnswered?: WhenAnswered | undefined;
}

/** The link opens at once and stays open: receipts come when nothing is sent. */
export function openSmppSender(
  services: Services,
  gateway: Gateway,
  { timing, isHeld, former, whenAnswered }: SmppOptions,
): Pick<Sender<Sms>, 'send'> & { close(): Promise<void> } {
  const { log } = services;
  const { id, smpp, sender } = gateway;
  let telling: Promise<unknown> = Promise.resolve();
  /** One after the other. The database may be away; the next attempt to link tells again. */
  function quietly(tell: () => Promise<unknown>): void {
    telling = telling.then(tell).catch((error: unknown) => {
      log.debug({ err: error }, 'the state of an SMS gateway could not be written');
    });
  }
  const link = openLink(gateway, {
    ...{ timing: { ...linkTiming, ...timing }, isHeld, former },
    onDelivered: (pdu) => store(services, gateway, pdu, whenAnswered),
    onUp() {
      log.info({ category: 'Mail', gateway: id }, 'linked to the SMS gateway');
      quietly(() => resume(services, id));
    },
    onDown(reason) {
      log.warn({ category: 'Mail', gateway: id, reason }, 'not linked to the SMS gateway');
      quietly(() => pause(services, id, reason));
    },
  });
  let reference = randomInt(256);

  return {
    async send(sms, signal) {
      const requests = requestsOf(sms, { ...smpp, sender, reference: reference++ & 0xff });
      const start = performance.now();
      let last: Pdu | undefined;
      for (const [index, request] of requests.entries()) {
        // One after the other: when one is refused, none of the others has left.
        last = await link.submit(request, {
          ...{ until: start + waiting, end: start + whole, signal, maybeSent: index > 0 },
          onLate: (pdu) => {
            if (index === requests.length - 1) quietly(() => name(services, sms.id, pdu, smpp));
          },
        });
      }
      const messageId = idOf(last);
      const answer = [messageId && `message_id ${messageId}`, requests.length > 1 && `${requests.length} parts`];
      return {
        answer: oneLine(['ESME_ROK', ...answer].filter(Boolean).join(', '), 500),
        providerRef: refOf(messageId, 'response', smpp),
      };
    },
    close: link.close,
  };
}

async function store(
  services: Services,
  { id: gatewayId, smpp }: Gateway,
  pdu: Pdu,
  whenAnswered: WhenAnswered | undefined,
): Promise<void> {
  const delivered = readDelivered(pdu, smpp);
  if (delivered.kind === 'receipt') {
    const { kind: _kind, ...receipt } = delivered;
    await storeReceipt(services, { gatewayId, ...receipt });
  }
  if (delivered.kind === 'text') {
    const { from, text } = delivered;
    await takeAnswer(services, { gatewayId, from, text: text.slice(0, maxText) }, whenAnswered);
  }
}

/** Begins a pause. Later attempts to link change its reason alone: the outbox decides when it tries again. */
async function pause(services: Services, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ reason: string }>`
    select paused_reason as reason from routes where id = ${id} and pauses > 0`.execute(services.database.write);
  const [paused] = rows;
  if (!paused) await pauseRoute(services, id, { reason, refusesAll: false });
  else if (paused.reason.startsWith(noLink) && paused.reason !== reason) {
    await sql`update routes set paused_reason = ${reason} where id = ${id}`.execute(services.database.write);
  }
}

/** A pause for want of a link ends with the link, without a trial. */
async function resume({ database }: Services, id: string): Promise<void> {
  const { rows } = await sql`
    select from routes where id = ${id} and starts_with(paused_reason, ${noLink})`.execute(database.write);
  if (rows.length > 0) await resumeRoute(database.write, id);
}

/** A response that comes too late still says how receipts will name the SMS, whose outcome is unknown until then. */
async function name({ database }: Services, id: string, pdu: Pdu, smpp: SmppSettings): Promise<void> {
  const providerRef = refOf(idOf(pdu), 'response', smpp);
  if (pdu.command_status !== 0 || !providerRef) return;
  await sql`update deliveries set provider_ref = ${providerRef} where id = ${id} and provider_ref is null`.execute(
    database.write,
  );
}

const idOf = (response: Pdu | undefined) => String(response?.message_id ?? '').trim();

/** A part has at most 160 octets, fewer than the 254 of a request: networks carry no more, and charge for each. */
function requestsOf(
  sms: Sms,
  { dataCoding, sender, reference, ...settings }: SmppSettings & { sender: string; reference: number },
): Fields[] {
  const source = sms.fromSms || sender;
  const isUnicode = dataCoding === 'ucs2' || needsUnicode(sms.message);
  const parts = cutSms(sms.message, isUnicode);
  return parts.map((text, index) => {
    const isLast = index === parts.length - 1;
    const octets = isUnicode ? Buffer.from(text, 'utf16le').swap16() : encodeGsm(text);
    const header = Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
    return {
      ...sourceOf(source, settings),
      ...{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: sms.toSms.replace(/\D/g, '') },
      esm_class: parts.length > 1 ? 0x40 : 0,
      // The receipt of the last part stands for all.
      registered_delivery: isLast ? 1 : 0,
      data_coding: isUnicode ? 8 : 0,
      short_message: parts.length > 1 ? Buffer.concat([header, octets]) : octets,
    };
  });
}

/** A name, an international number or a short one, unless the settings say otherwise. */
function sourceOf(source: string, { sourceTon, sourceNpi }: Pick<SmppSettings, 'sourceTon' | 'sourceNpi'>): Fields {
  const digits = source.replace(/\D/g, '');
  const isNumber = /^\+?[\d\s()/.-]+$/.test(source);
  const [ton, npi] = !isNumber ? [source ? 5 : 0, 0] : digits.length <= 6 ? [3, 0] : [1, 1];
  return {
    source_addr_ton: sourceTon === 'auto' ? ton : Number(sourceTon),
    source_addr_npi: sourceNpi === 'auto' ? npi : Number(sourceNpi),
    source_addr: isNumber ? digits : source,
  };
}

// A link to an SMSC while it lasts: it connects again after a cut, and answers what the SMSC delivers.
import type { Pdu } from 'smpp';
import { oneLine } from '#server/lib/one-line.ts';
import { GatewayFailure } from '#server/messaging/sms/gateway-failure.ts';
import type { Gateway } from '#server/messaging/sms/gateways.ts';
import { errors, PDU } from './library.ts';
import type { LinkWindow } from './link-window.ts';
import { openSession, type SmppSession } from './open-session.ts';
import type { Pace } from './pace.ts';

/** Milliseconds. */
export interface LinkTiming {
  /** Between two questions whether the SMSC is alive. */
  enquire: number;
  /** How long it has to answer one, at most the time-out of the gateway. */
  answer: number;
  /** Before each attempt to connect again; the last one repeats. */
  waits: readonly number[];
  /** Between two looks whether this process still holds the link. */
  watch: number;
  /** Of the last request. */
  close: number;
}

export const linkTiming: LinkTiming = {
  enquire: 30_000,
  answer: 10_000,
  waits: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000],
  watch: 5_000,
  close: 300,
};

/** Deliveries of the SMSC that wait for a response; the link reads no more until one is answered. */
const maxDelivered = 50;
/** Begins the reason of a pause that ends with the next link. */
export const noLink = 'No link: ';

export interface LinkEvents {
  /** Stores what the SMSC delivers. An error means: deliver it later. */
  onDelivered(pdu: Pdu): Promise<void>;
  onUp(): void;
  onDown(reason: string): void;
}

/** The state of a link. Only `link.ts`, `open-link.ts` and `submit-request.ts` change it. */
export interface Link {
  gateway: Gateway;
  events: LinkEvents;
  timing: LinkTiming;
  /** This process has the link, and no other. */
  isHeld: () => boolean;
  /** The link with the former settings is closed. */
  former: Promise<unknown> | undefined;
  pace: Pace;
  window: LinkWindow;
  /** Aborted when the link is closed for good. */
  closing: AbortController;
  session: SmppSession | undefined;
  connecting: Promise<SmppSession> | undefined;
  /** Begins the next attempt to connect. */
  timer: NodeJS.Timeout | undefined;
  /** Attempts to connect since the SMSC answered last. */
  failures: number;
  /** Messages of the SMSC that are being stored. */
  delivered: number;
}

/** The present session, or the one that is being opened: a sender does not wait for the next attempt. */
export function linked(link: Link): Promise<SmppSession> {
  if (link.session) return Promise.resolve(link.session);
  stopTimer(link);
  link.connecting ??= connect(link).finally(() => {
    link.connecting = undefined;
  });
  return link.connecting;
}

async function connect(link: Link): Promise<SmppSession> {
  const { gateway, events, timing, closing } = link;
  await link.former;
  if (closing.signal.aborted || !link.isHeld()) throw notHeld();
  const opened = await openSession(gateway, {
    onRequest: (pdu, from) => onRequest(link, pdu, from),
    onEnd: (one) => onEnd(link, one),
  }).catch((error: unknown) => {
    const answer = noLink + oneLine(error instanceof Error ? error.message : String(error), 400);
    if (!closing.signal.aborted) events.onDown(answer);
    connectLater(link);
    throw new GatewayFailure({ kind: 'routeDown', answer, maybeSent: false });
  });
  if (closing.signal.aborted) {
    await opened.close(timing.close);
    throw notHeld();
  }
  link.session = opened;
  events.onUp();
  return opened;
}

function onEnd(link: Link, one: SmppSession): void {
  if (link.session !== one) return;
  link.session = undefined;
  connectLater(link);
}

function connectLater(link: Link): void {
  const { waits } = link.timing;
  stopTimer(link);
  if (link.closing.signal.aborted) return;
  const wait = waits[Math.min(link.failures, waits.length - 1)] ?? 0;
  link.failures += 1;
  link.timer = setTimeout(() => void linked(link).catch(() => {}), wait).unref();
}

export function stopTimer(link: Link): void {
  clearTimeout(link.timer);
  link.timer = undefined;
}

function onRequest(link: Link, pdu: Pdu, from: SmppSession): void {
  if (pdu.command === 'deliver_sm') void deliver(link, pdu, from);
  else if (pdu.command === 'enquire_link') from.answer(pdu.response());
  else if (pdu.command === 'unbind') {
    from.answer(pdu.response());
    from.destroy('the gateway ended the link');
  } else if (pdu.command !== 'alert_notification') {
    // Not every command has a response of its own, for which the library would throw.
    const { sequence_number } = pdu;
    from.answer(new PDU('generic_nack', { sequence_number, command_status: errors.ESME_RINVCMDID ?? 3 }));
  }
}

/** The SMSC delivers again what has no answer, or the answer of a passing error. */
async function deliver(link: Link, pdu: Pdu, from: SmppSession): Promise<void> {
  link.delivered += 1;
  if (link.delivered >= maxDelivered) from.pause();
  const status = await link.events.onDelivered(pdu).then(
    () => 0,
    () => errors.ESME_RX_T_APPN ?? 0x64,
  );
  link.delivered -= 1;
  from.answer(pdu.response({ command_status: status }));
  if (link.delivered < maxDelivered) from.resume();
}

/** This process must not send over it any more: another one does. */
function notHeld(): GatewayFailure {
  return new GatewayFailure({ kind: 'retry', answer: 'Not sent: another process has the link', maybeSent: false });
}

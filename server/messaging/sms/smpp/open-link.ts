// Opens the lasting link to an SMSC, and asks again and again whether the other side is alive.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields, Pdu } from 'smpp';
import type { Gateway } from '#server/messaging/sms/gateways.ts';
import { type Link, type LinkEvents, type LinkTiming, linked, stopTimer } from './link.ts';
import { openWindow } from './link-window.ts';
import { openPace } from './pace.ts';
import { type SubmitOptions, submitRequest } from './submit-request.ts';

export interface SmppLink {
  /** Hands one request over and returns its response of success. Throws `GatewayFailure`. */
  submit(fields: Fields, options: SubmitOptions): Promise<Pdu>;
  close(): Promise<void>;
}

export function openLink(
  gateway: Gateway,
  {
    timing,
    isHeld,
    former,
    ...events
  }: LinkEvents & { timing: LinkTiming; isHeld: () => boolean; former: Promise<unknown> | undefined },
): SmppLink {
  const link: Link = {
    ...{ gateway, events, timing, isHeld, former },
    pace: openPace(gateway.smpp.perSecond, () => performance.now()),
    window: openWindow(gateway.smpp.windowSize),
    closing: new AbortController(),
    session: undefined,
    connecting: undefined,
    timer: undefined,
    failures: 0,
    delivered: 0,
  };
  const enquiring = setInterval(() => void enquire(link), timing.enquire).unref();
  const watching = setInterval(() => watch(link), timing.watch).unref();
  void linked(link).catch(() => {});
  return {
    submit: (fields, options) => submitRequest(link, fields, options),
    async close() {
      link.closing.abort();
      stopTimer(link);
      clearInterval(enquiring);
      clearInterval(watching);
      const opening = link.connecting?.catch(() => {});
      await Promise.race([opening, sleep(opening ? timing.close : 0, undefined, { ref: false })]);
      await link.session?.close(timing.close);
    },
  };
}

async function enquire(link: Link): Promise<void> {
  const { session: asked, timing, gateway } = link;
  if (!asked) return;
  try {
    await asked.request('enquire_link', {}, { timeout: Math.min(timing.answer, gateway.server.setting.timeOut) });
    link.failures = 0;
  } catch {
    asked.destroy('the gateway does not answer any more');
  }
}

function watch(link: Link): void {
  if (link.isHeld()) {
    // Another process held the bind for a while.
    if (!link.session && !link.connecting && !link.timer) void linked(link).catch(() => {});
  } else link.session?.destroy('another process has the link');
}

// SMS as a medium of the outbox.
import { sql } from 'kysely';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { explainMailFailure } from '#server/messaging/mail/classify-failure.ts';
import type { Timeouts } from '#server/messaging/mail/deliver.ts';
import { fillTokens, type LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import type { Failure, Medium, Sender } from '#server/messaging/outbox/medium.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { type Gateway, type SmsRoute, smsRoutes } from './gateways.ts';
import { openGateway } from './open-gateway.ts';
import { type LeaseTiming, openBinds } from './smpp/binds.ts';
import type { LinkTiming } from './smpp/link.ts';
import type { Sms } from './sms.ts';
import { tidySms } from './tidy-sms.ts';
import type { WhenAnswered } from './when-answered.ts';

/** Accounts have no numbers. */
export const smsPurposes = ['visit', 'campaign'] as const satisfies readonly Purpose[];

/** Of the longest text, in Unicode. */
const maxParts = 15;

export interface SmsOptions {
  /** Override those of gateways of kind `mail`. */
  timeouts?: Timeouts | undefined;
  /** Overrides the times of links. */
  link?: Partial<LinkTiming> | undefined;
  lease?: LeaseTiming | undefined;
  /** Of the areas above. */
  whenAnswered?: WhenAnswered | undefined;
}

export function smsMedium(services: Services, { timeouts, link, lease, whenAnswered }: SmsOptions = {}): Medium<Sms> {
  const binds = openBinds(services, lease);
  /** A link with new settings opens once the former one is closed. */
  const closing = new Map<string, Promise<unknown>>();

  async function openSmpp(gateway: Gateway): Promise<Sender<Sms>> {
    const { openSmppSender } = await import('./smpp/send-over-smpp.ts');
    const { promise, resolve } = Promise.withResolvers<void>();
    const former = closing.get(gateway.id);
    closing.set(gateway.id, promise);
    const isHeld = () => binds.isHeld(gateway.id);
    const sender = openSmppSender(services, gateway, { timing: link, isHeld, former, whenAnswered });
    const close = async () => {
      try {
        await sender.close();
      } finally {
        resolve();
      }
    };
    return { send: sender.send, close };
  }

  return {
    name: 'sms',
    purposes: smsPurposes,
    maxParts,
    settingsPage: '/app/system/sms/gateways',
    async routes() {
      const routes = await smsRoutes(services);
      const links = routes.filter(({ gateway }) => gateway?.kind === 'smpp');
      const held = await binds.take(links.map(({ id }) => id));
      for (const route of links) if (!held.has(route.id)) route.isElsewhere = true;
      return routes;
    },
    async open(route, connections) {
      const { gateway } = route as SmsRoute;
      if (!gateway) throw route.problem;
      return gateway.kind === 'smpp' ? openSmpp(gateway) : openGateway(gateway, { connections, timeouts });
    },
    close: binds.release,
    load,
    explain: explainSmsFailure,
    tidy: tidySms,
  };
}

/** Explains errors of gateways of any kind. */
export function explainSmsFailure(error: unknown): Failure {
  if (error instanceof GatewayFailure) return error.failure;
  const failure = explainMailFailure(error);
  // The address of the mail says nothing lasting about the number.
  return failure.kind === 'bounced' ? { ...failure, kind: 'refused' } : failure;
}

async function load(db: Db, ids: readonly string[]): Promise<Map<string, Sms>> {
  const { rows } = await sql<Sms & { links: LinkTokens | null }>`
    select m.id, m.from_sms, m.to_sms, m.message, m.created_at, d.links
    from sms_messages m join deliveries d on d.id = m.id where m.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ links, ...sms }) => [sms.id, { ...sms, message: fillTokens(sms.message, links?.message) }]),
  );
}

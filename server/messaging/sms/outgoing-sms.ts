// SMS as a medium of the outbox.
import { sql } from 'kysely';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import { explainMailFailure } from '#server/messaging/mail/classify-failure.ts';
import type { Timeouts } from '#server/messaging/mail/deliver.ts';
import type { Medium } from '#server/messaging/outbox/medium.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { type SmsRoute, smsRoutes } from './gateways.ts';
import { openGateway } from './open-gateway.ts';
import type { Sms } from './sms.ts';
import { tidySms } from './tidy-sms.ts';

/** Accounts have no numbers. */
export const smsPurposes = ['visit', 'campaign'] as const satisfies readonly Purpose[];

/** Of the longest text, in Unicode. */
const maxParts = 15;

/** `timeouts` override those of gateways of kind `mail`. */
export function smsMedium({ timeouts }: { timeouts?: Timeouts | undefined } = {}): Medium<Sms> {
  return {
    name: 'sms',
    purposes: smsPurposes,
    maxParts,
    settingsPage: '/app/system/sms/gateways',
    routes: (services) => smsRoutes(services),
    async open(route, connections) {
      const { gateway } = route as SmsRoute;
      if (!gateway) throw route.problem;
      return openGateway(gateway, { connections, timeouts });
    },
    load,
    explain(error) {
      if (error instanceof GatewayFailure) return error.failure;
      const failure = explainMailFailure(error);
      // The address of the mail says nothing lasting about the number.
      return failure.kind === 'bounced' ? { ...failure, kind: 'refused' } : failure;
    },
    tidy: tidySms,
  };
}

async function load(db: Db, ids: readonly string[]): Promise<Map<string, Sms>> {
  const { rows } = await sql<Sms>`
    select id, from_sms, to_sms, message, created_at from sms_messages where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((sms) => [sms.id, sms]));
}

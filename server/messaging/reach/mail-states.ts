// Says whether mails and SMS reach anyone: the one place that decides what pages may promise.
import { type RawBuilder, sql } from 'kysely';
import { type Purpose, purposes } from '#contract/messaging/deliveries.ts';
import type { MailState } from '#contract/messaging/mail-states.ts';
import type { Config } from '#server/lib/config.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { takesMail } from '#server/messaging/mail/mail-server.ts';
import { showsStoredMail } from '#server/messaging/mail/stored-mail-pages.ts';
import { takesSms } from '#server/messaging/sms/gateways.ts';

type Facts = Pick<Config, 'smtpUrl' | 'demo' | 'host'>;

/** Whether mails of a purpose leave, as SQL for the owner's role. */
export function mailStateOf(config: Facts, purpose: Purpose): RawBuilder<MailState> {
  const otherwise: MailState = showsStoredMail(config) ? 'shown' : 'stored';
  return sql`case when ${takesMail(config, purpose)} then 'sent' else ${sql.lit(otherwise)} end`;
}

/** Whether SMS of a purpose reach anyone, as SQL for the owner's role: in a demo, they are shown. */
export function canReachBySms(config: Facts, purpose: Exclude<Purpose, 'account'>): RawBuilder<boolean> {
  return showsStoredMail(config)
    ? sql`exists (select from sms_gateways where ${sql.lit(purpose)} = any(purposes))`
    : takesSms(purpose);
}

/** Whether mails leave, by purpose, and whether SMS about appointments do. Needs the owner's role. */
export async function readMailStates({
  config,
  db,
}: Pick<ServiceContext, 'config' | 'db'>): Promise<Record<Purpose, MailState> & { visitSms: boolean }> {
  const states = purposes.map((purpose) => sql`${mailStateOf(config, purpose)} as ${sql.ref(purpose)}`);
  const { rows } = await sql<Record<Purpose, MailState> & { visitSms: boolean }>`
    select ${sql.join(states)}, ${canReachBySms(config, 'visit')} as visit_sms`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A query without a table returned no row.');
  return found;
}

// The mail servers and SMS gateways of the installation, administered by the operator.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type Purpose, purposes } from '#contract/messaging/deliveries.ts';
import { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, type Store, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { smtpPurpose } from '#server/messaging/mail/mail-server.ts';
import { getPaused, resume } from './paused-routes.ts';
import { sendTest } from './send-test.ts';

type HostInput = Omit<Parsed<(typeof systemSmsGateways)['operations']['update']>, 'id' | 'version'>;
type SmtpInput = Omit<Parsed<(typeof systemSmtps)['operations']['update']>, 'id' | 'version'>;

function hostRows({ db }: SignedIn, table: 'smtpSettings') {
  return db
    .selectFrom(`${table} as s`)
    .select(['s.id', 's.key', 's.host', 's.port', 's.ssl', 's.timeOut', 's.useDefaultCredentials', 's.userName'])
    .select(['s.isDefault', versionOf('s')])
    .select(sql<boolean>`s.password is not null`.as('hasPassword'));
}

/** Passwords are sealed for `purpose`: a password sealed for one kind of host does not open as that of another. */
function hostStore(tableName: 'smtpSettings' | 'smsGateways', purpose: string, unique: string): Store<HostInput> {
  // Both tables have the same columns; Kysely's types need one name.
  const table = tableName as 'smtpSettings';
  return {
    rows: (context) => hostRows(context, table),
    table,
    unique: { [unique]: 'Key' },
    async values({ db, config }, { password, ...input }) {
      // There is at most one default.
      if (input.isDefault)
        await db.updateTable(table).set({ isDefault: false }).where('isDefault', '=', true).execute();
      // A password without a user name is of no use.
      if (!input.userName) return { ...input, password: null };
      return { ...input, ...(password && { password: sealSecret(config, purpose, password) }) };
    },
  };
}

const smtpHosts = hostStore('smtpSettings', smtpPurpose, 'smtp_settings_key');

/** A mail server is a host with its purposes and limits. */
const smtpStore: Store<SmtpInput> = {
  ...smtpHosts,
  rows: (context) =>
    hostRows(context, 'smtpSettings')
      .select(['s.position', 's.maxConnections'])
      .select([
        isFor('account').as('forAccounts'),
        isFor('visit').as('forVisits'),
        isFor('campaign').as('forCampaigns'),
      ])
      .select([limitOf('perSecond'), limitOf('perHour'), limitOf('perDay')]),
  async values(context, input, id) {
    const { forAccounts, forVisits, forCampaigns, position, maxConnections, perSecond, perHour, perDay, ...host } =
      input;
    const isUsed: Record<Purpose, boolean | undefined> = {
      account: forAccounts,
      visit: forVisits,
      campaign: forCampaigns,
    };
    return {
      ...(await smtpHosts.values?.(context, host, id)),
      ...{ position, maxConnections },
      purposes: purposes.filter((purpose) => isUsed[purpose]),
      perSecond: perSecond || null,
      perHour: perHour || null,
      perDay: perDay || null,
    };
  },
};

function isFor(purpose: Purpose) {
  return sql<boolean>`${purpose} = any(s.purposes)`;
}

/** No limit is 0. */
function limitOf(column: 'perSecond' | 'perHour' | 'perDay') {
  return sql<number>`coalesce(${sql.ref(`s.${column}`)}, 0)`.as(column);
}

export const smtpRoutes = serve(systemSmtps.operations, {
  ...gridOf(systemSmtps, smtpStore),
  sendTest,
  getPaused,
  resume,
});

export const smsGatewayRoutes = serve(
  systemSmsGateways.operations,
  gridOf(systemSmsGateways, hostStore('smsGateways', 'sms gateway', 'sms_gateways_key')),
);

// The mail servers and SMS gateways of the installation, administered by the operator.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import { gridOf, type Store, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { smtpPurpose } from '#server/messaging/mail/mail-server.ts';
import { sendTest } from './send-test.ts';

type HostInput = Omit<Parsed<(typeof systemSmtps)['operations']['update']>, 'id' | 'version'>;

/** Passwords are sealed for `purpose`: a password sealed for one kind of host does not open as that of another. */
function hostStore(tableName: 'smtpSettings' | 'smsGateways', purpose: string, unique: string): Store<HostInput> {
  // Both tables have the same columns; Kysely's types need one name.
  const table = tableName as 'smtpSettings';
  return {
    rows: ({ db }) =>
      db
        .selectFrom(`${table} as s`)
        .select(['s.id', 's.key', 's.host', 's.port', 's.ssl', 's.timeOut', 's.useDefaultCredentials', 's.userName'])
        .select(['s.isDefault', versionOf('s')])
        .select(sql<boolean>`s.password is not null`.as('hasPassword')),
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

export const smtpRoutes = serve(systemSmtps.operations, {
  ...gridOf(systemSmtps, hostStore('smtpSettings', smtpPurpose, 'smtp_settings_key')),
  sendTest,
});

export const smsGatewayRoutes = serve(
  systemSmsGateways.operations,
  gridOf(systemSmsGateways, hostStore('smsGateways', 'sms gateway', 'sms_gateways_key')),
);

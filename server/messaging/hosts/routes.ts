// The mail servers and SMS gateways of the installation, administered by the operator.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import { gridOf, type Store, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { smtpPurpose } from '#server/messaging/outbox/mail-server.ts';
import { sendTest } from './send-test.ts';

type HostInput = Omit<Parsed<(typeof systemSmtps)['operations']['update']>, 'id' | 'version'>;

/** `purpose` is what the passwords are sealed for: those of one kind of host do not open as those of another. */
function hostStore(tableName: 'smtpSettings' | 'smsGateways', purpose: string, unique: string): Store<HostInput> {
  // The tables are alike: Kysely's types want to know which.
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
      // There is one default.
      if (input.isDefault)
        await db.updateTable(table).set({ isDefault: false }).where('isDefault', '=', true).execute();
      // Without somebody to sign in as there is nothing to sign in with.
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

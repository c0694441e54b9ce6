// The mail servers of the installation, administered by the operator.
import { sql } from 'kysely';
import { systemSmtps } from '#contract/smtps.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { sealSecret } from '#server/lib/secret-box.ts';
import { serve } from '#server/lib/serve.ts';
import { smtpPurpose } from '#server/mail/mail-server.ts';
import { sendTest } from '#server/mail/send-test.ts';

export const smtpRoutes = serve(systemSmtps.operations, {
  ...gridOf(systemSmtps, {
    rows: ({ db }) =>
      db
        .selectFrom('smtpSettings as s')
        .select(['s.id', 's.key', 's.host', 's.port', 's.ssl', 's.timeOut', 's.useDefaultCredentials', 's.userName'])
        .select(['s.isDefault', versionOf('s')])
        .select(sql<boolean>`s.password is not null`.as('hasPassword')),
    table: 'smtpSettings',
    unique: { smtp_settings_key: 'Key' },
    async values({ db, config }, { password, ...input }) {
      // There is one default.
      if (input.isDefault)
        await db.updateTable('smtpSettings').set({ isDefault: false }).where('isDefault', '=', true).execute();
      // Without somebody to sign in as there is nothing to sign in with.
      if (!input.userName) return { ...input, password: null };
      return { ...input, ...(password && { password: sealSecret(config, smtpPurpose, password) }) };
    },
  }),
  sendTest,
});

// The bounce mailboxes, administered by the operator.
import { sql } from 'kysely';
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { mailboxPurpose } from './mailbox.ts';
import { testMailbox } from './test-mailbox.ts';

export const bounceMailboxRoutes = serve(systemBounceMailboxes.operations, {
  ...gridOf(systemBounceMailboxes, {
    rows: ({ db }) =>
      db
        .selectFrom('bounceMailboxes as b')
        .leftJoin('bounceReadings as r', 'r.mailboxId', 'b.id')
        .select(['b.id', 'b.key', 'b.host', 'b.port', 'b.ssl', 'b.userName', 'b.folder', 'b.movedTo', 'b.address'])
        .select(['b.active', 'r.readAt', versionOf('b')])
        .select([
          sql<boolean>`b.password is not null`.as('hasPassword'),
          sql<string>`coalesce(r.problem, '')`.as('problem'),
        ]),
    table: 'bounceMailboxes',
    unique: { bounce_mailboxes_key: 'Key' },
    async values({ db, config }, { password, ...input }, id) {
      const { host, port, userName, folder } = input;
      // Another folder has numbers of its own, even if its numbering has the same name.
      if (id !== undefined) {
        await sql`
          delete from bounce_readings r using bounce_mailboxes b
          where r.mailbox_id = ${id} and b.id = r.mailbox_id
            and (b.host, b.port, b.user_name, b.folder) is distinct from (${host}, ${port}::integer, ${userName}, ${folder})`.execute(
          db,
        );
      }
      // A password without a user name is of no use.
      if (!userName) return { ...input, password: null };
      return { ...input, ...(password && { password: sealSecret(config, mailboxPurpose, password) }) };
    },
  }),
  test: testMailbox,
});

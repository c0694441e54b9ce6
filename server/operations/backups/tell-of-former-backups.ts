// Tells the operators, at the first start after the migration that ends them, of links in earlier backups.
import type { Services } from '#server/lib/context.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';

/** From this migration on, no text that is stored or archived has the tokens of links. */
const linksMigration = '0014-links-of-messages.sql';

/** `migrations` are those that this start has applied. A new installation has no backups, and nothing to be told. */
export async function tellOfFormerBackups(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  migrations: readonly string[],
): Promise<void> {
  if (!migrations.includes(linksMigration)) return;
  const made = await database.write
    .selectFrom('backups')
    .select('id')
    .where('state', 'in', ['done', 'expired'])
    .limit(1)
    .executeTakeFirst();
  if (made)
    await remindOperators({ db: database.write, clock }, { type: 'other', words: 'reminderText.formerBackups' });
}

// Tests what the migration of the limits of campaigns makes of companies and consents that exist.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { migrationSql } from '#server/db/migrate.ts';
import { migratedDatabase } from '#server/testing/database/migration-databases.ts';

test('companies that exist begin high, and claimed consents lose their proof but count as before', async () => {
  await using empty = await migratedDatabase();
  const { client } = empty;
  await client.query(`
    alter table companies drop column campaign_mails_per_day, drop column campaign_mails_changed_at;
    alter table campaign_recipients drop column waits_until;
    drop index deliveries_campaign_bounced`);
  const company = randomUUID();
  await client.query(`insert into companies (id, name) values ($1, 'Salon')`, [company]);
  for (const source of ['staff', 'import', 'booking']) {
    const contact = randomUUID();
    await client.query(`insert into contacts (company_id, id, name) values ($1, $2, $3)`, [company, contact, source]);
    await client.query(
      `insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
      values ($1, gen_random_uuid(), $2, 'email', true, $3, now(), now())`,
      [company, contact, source],
    );
  }
  await client.query(await migrationSql('0016-campaign-limits.sql'));
  const { rows: limits } = await client.query('select campaign_mails_per_day as limit from companies');
  assert.deepEqual(limits, [{ limit: 20_000 }]);
  const { rows } = await client.query<{ source: string; proved: boolean; state: string }>(
    `select s.source, s.proved_at is not null as proved, c.mail_consent as state
    from consents s join contacts c on c.company_id = s.company_id and c.id = s.contact_id order by s.source`,
  );
  assert.deepEqual(rows, [
    { source: 'booking', proved: true, state: 'given' },
    { source: 'import', proved: false, state: 'given' },
    { source: 'staff', proved: false, state: 'given' },
  ]);
});

// Tests of migration 0020: every mail becomes a delivery in its state, with its attempts, and the suppressed addresses
// stay suppressed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0020-outbox.sql';

test('mails, attempts and suppressed addresses are taken over', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  const rowsOf = async (query: string) => (await client.query(query)).rows;
  const company_id = await insertRow(client, 'companies', { name: 'One' });
  const states = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'kept'];
  for (const [index, state] of states.entries()) {
    for (const company of [company_id, null]) {
      const id = await insertRow(client, 'email_messages', {
        company_id: company,
        from_e_mail: 'a@b.test',
        to_e_mail: 'Mara@Example.test',
        subject: `About ${state}`,
        html: '<p>Hello</p>',
        plain: 'Hello',
        message_id: `${state} ${company}`,
        state,
        attempts: index,
        next_attempt_at: '2026-03-02T08:00:00Z',
        claimed_at: state === 'sending' ? '2026-03-02T08:00:30Z' : null,
        sent_at: state === 'sent' ? '2026-03-02T08:01:00Z' : null,
        created_at: '2026-03-02T07:00:00Z',
        purpose: company ? 'visit' : 'account',
      });
      if (state !== 'failed') continue;
      for (const log of ['450 Later', '550 No']) {
        await insertRow(client, 'email_message_logs', { message_id: id, company_id: company, log });
      }
    }
  }
  await client.query(`insert into suppressed_addresses (e_mail, evidence, times, expires_at)
    values ('gone@example.test', '550 5.1.1 No such user', 2, '2026-05-01T00:00:00Z')`);
  await insertRow(client, 'smtp_settings', { key: 'Main', host: 'relay.example.test', is_default: true });
  await client.query(`begin; ${await migrationSql(migration)}; commit`);

  assert.deepEqual(
    await rowsOf(`select state, queue, address, attempts, due_at = '2026-03-02T08:00:00Z' as due,
        settled_at is not null as settled, lane, guarantee, count(*)::int
      from deliveries d join email_messages m on m.id = d.id and m.subject = 'About ' || d.state
        and m.company_id is not distinct from d.company_id
      group by 1, 2, 3, 4, 5, 6, 7, 8 order by attempts, queue`),
    states.flatMap((state, attempts) =>
      ['mail:account', 'mail:visit'].map((queue) => ({
        state,
        queue,
        address: 'mara@example.test',
        attempts,
        due: true,
        settled: !['queued', 'sending'].includes(state),
        lane: 'now',
        guarantee: 'again',
        count: 1,
      })),
    ),
  );
  assert.deepEqual(
    await rowsOf(`select a.answer, a.words like folded(a.answer) || '%hello%' as found, d.state
      from delivery_attempts a join deliveries d on d.id = a.delivery_id order by a.answer`),
    ['450 Later', '450 Later', '550 No', '550 No'].map((answer) => ({ answer, found: true, state: 'failed' })),
  );
  assert.deepEqual(
    await rowsOf('select address, medium, reason, evidence, times, company_id, purpose from suppressions'),
    [
      {
        address: 'gone@example.test',
        medium: 'mail',
        reason: 'bounce',
        evidence: '550 5.1.1 No such user',
        times: 2,
        company_id: null,
        purpose: null,
      },
    ],
  );
  assert.deepEqual(await rowsOf('select purposes, max_connections, per_second, position from smtp_settings'), [
    { purposes: ['account', 'visit', 'campaign'], max_connections: 10, per_second: null, position: 100 },
  ]);
});

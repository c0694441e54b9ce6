// Tests what the migration of links makes of messages and links that an earlier version stored.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { migrationSql } from '#server/db/migrate.ts';
import { migratedDatabase } from '#server/testing/database/migration-databases.ts';
import { fillTokens, type LinkTokens } from './link-tokens.ts';

const token = () => randomBytes(32).toString('base64url').replace(/^./, 'A');

test('stored messages lose the tokens of their links; those that may still leave keep them apart', async () => {
  await using empty = await migratedDatabase();
  const { client } = empty;
  await client.query('alter table deliveries drop column links cascade');
  const [first, second, third] = [token(), token(), token()];
  const html = `🪒 *** <a href="https://d.test/appointment/${first}/confirm">Jā 🪒</a> https://d.test/Pdf?Id=1&Token=${second} ***`;
  const header = `<https://d.test/marketing/unsubscribe/${third}>`;
  const sms = `Ā 🪒 https://d.test/v/${first}`;
  const add = async (medium: 'mail' | 'sms', state: string, text = true) => {
    const id = randomUUID();
    await client.query(
      `insert into deliveries (id, medium, queue, address, state, due_at, created_at, cause_kind, cause_key)
      values ($1, $2, $3, 'mara@example.test', $4, now(), now(), 'test', $5)`,
      [id, medium, `${medium}:visit`, state, id],
    );
    if (medium === 'mail') {
      await client.query(
        `insert into email_messages (id, from_e_mail, to_e_mail, subject, html, plain, message_id, fields, headers)
        values ($1, 'a@b.test', 'mara@example.test', 'Yes?', $2, 'Hello', $3, '{}', $4)`,
        [id, text ? html : 'Hello', id, text ? { 'List-Unsubscribe': header } : null],
      );
    } else {
      await client.query(
        `insert into sms_messages (id, to_sms, subject, message, created_at) values ($1, '+371', 'Yes?', $2, now())`,
        [id, sms],
      );
    }
    return id;
  };
  const ids = {
    sent: await add('mail', 'sent'),
    kept: await add('mail', 'kept'),
    failed: await add('mail', 'failed'),
    plain: await add('mail', 'kept', false),
    sms: await add('sms', 'held'),
    sentSms: await add('sms', 'delivered'),
  };
  await client.query(await migrationSql('0014-links-of-messages.sql'));
  const { rows } = await client.query<{
    id: string;
    links: LinkTokens | null;
    text: string;
    headers: Record<string, string>;
    fields: object;
    all: string;
  }>(
    `select d.id, d.links, coalesce(m.html, s.message) as text, m.headers, m.fields, concat(m::text, s::text) as all
    from deliveries d left join email_messages m using (id) left join sms_messages s using (id)`,
  );
  const of = (id: string) => rows.find((row) => row.id === id) ?? assert.fail();
  for (const row of rows) {
    for (const secret of [first, second, third]) assert.ok(!row.all.includes(secret), row.all);
  }
  assert.deepEqual([of(ids.sent).links, of(ids.sentSms).links, of(ids.plain).links], [{}, {}, null]);
  assert.deepEqual(of(ids.kept).fields, {});
  assert.match(of(ids.sent).text, /appointment\/\*\*\*\/confirm/);
  for (const id of [ids.kept, ids.failed]) {
    const { links, text, headers } = of(id);
    assert.equal(fillTokens(text, links?.html), html);
    assert.equal(fillTokens(headers['List-Unsubscribe'] ?? '', links?.['headers.List-Unsubscribe']), header);
  }
  assert.equal(fillTokens(of(ids.sms).text, of(ids.sms).links?.message), sms);
});

test('links that an archive of their company may have end, and those of visits prove no address any more', async () => {
  await using empty = await migratedDatabase();
  const { client } = empty;
  await client.query('alter table deliveries drop column links cascade');
  const [archived, other] = [randomUUID(), randomUUID()];
  for (const id of [archived, other]) await client.query(`insert into companies (id, name) values ($1, 'Salon')`, [id]);
  await client.query(
    `insert into backups (company_id, id, state, created_at, ended_at, size, sha256)
    values ($1, gen_random_uuid(), 'done', now() - interval '2 hours', now() - interval '1 hour', 1, 'x')`,
    [archived],
  );
  const link = async (companyId: string, purpose: string, age: string) => {
    const hash = randomBytes(32);
    await client.query(
      `insert into action_links (token_hash, purpose, company_id, e_mail, created_at, expires_at)
      values ($1, $2, $3, $4, now() - $5::interval, now() + interval '1 day')`,
      [hash, purpose, companyId, `${hash.toString('hex')}@example.test`, age],
    );
    return async () => {
      const { rows } = await client.query<{ live: boolean; e_mail: string }>(
        'select expires_at > now() as live, e_mail from action_links where token_hash = $1',
        [hash],
      );
      return [rows[0]?.live, rows[0]?.e_mail !== ''];
    };
  };
  const invitation = await link(archived, 'invite', '3 hours');
  const address = await link(archived, 'company', '3 hours');
  const later = await link(archived, 'invite', '10 minutes');
  const elsewhere = await link(other, 'company', '3 hours');
  const visit = await link(archived, 'appointment', '3 hours');
  await client.query(await migrationSql('0014-links-of-messages.sql'));
  assert.deepEqual(
    [await invitation(), await address(), await later(), await elsewhere(), await visit()],
    [
      [false, true],
      [false, true],
      [true, true],
      [true, true],
      [true, false],
    ],
  );
});

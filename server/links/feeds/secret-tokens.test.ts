// Tests that the tokens of feeds are in no log, archive or download.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { privacy } from '#contract/identity/privacy.ts';
import { feeds } from '#contract/links/feeds.ts';
import { buildApp } from '#server/app.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { testApp } from '#server/testing/test-app.ts';

test('no log, audit, row or download has the token of a feed, and the account takes its feeds with it', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['user'], password: 'correct horse' });
  const headers = await signIn(app, employee);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const server = await buildApp({ ...app, log });
  try {
    const made = await app.call(feeds.insert, { calendarId: employee.calendarId, detail: 'names' }, headers);
    const { pathname } = new URL(made.answer.address);
    const token = /([\w-]{43})\.ics$/.exec(pathname)?.[1] ?? '';
    const secrets = [token, hashToken(token).toString('hex'), hashToken(token).toString('base64')];
    const statuses = new Set<number>();
    const send = async (url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') => {
      statuses.add((await server.inject({ url, method })).statusCode);
    };
    const sendAll = async () => {
      await send(pathname);
      await send(pathname, 'HEAD');
      await send(pathname, 'POST');
      await send(`${pathname}%`);
      await send(`${pathname}/more`);
      await send(pathname.replace('.ics', ''));
    };
    await sendAll();
    // Something breaks that should not.
    await sql`alter table feeds rename to broken_feeds`.execute(app.database.write);
    await sendAll();
    await sql`alter table broken_feeds rename to feeds`.execute(app.database.write);
    for (const status of [200, 400, 404, 500]) assert.ok(statuses.has(status), `${status} of ${[...statuses]}`);
    assert.ok(lines.length > 0);
    const answer = await app.server.inject({ url: '/api/user/DownloadData', headers });
    const data = unzip(answer.rawPayload).get('data.json')?.toString() ?? '';
    assert.match(data, /"feeds": \[/);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from user_audits a union all select to_jsonb(d)::text from data_audits d`.execute(
      app.database.read,
    );
    assert.ok(rows.some(({ row }) => row.includes('Made a calendar feed')));
    const texts = [...lines, data, ...rows.map(({ row }) => row)];
    for (const secret of secrets) assert.ok(secret.length > 40 && !texts.some((text) => text.includes(secret)));
    const { rows: stored } = await sql<{ row: string }>`select to_jsonb(f)::text as row from feeds f`.execute(
      app.database.read,
    );
    assert.equal(stored.length, 1);
    assert.ok(!stored[0]?.row.includes(token));

    const input = { password: 'correct horse', confirmation: employee.logIn };
    const deleted = await app.call(privacy.deleteAccount, input, headers);
    assert.equal(deleted.status, 204, deleted.body);
    assert.equal((await app.server.inject({ url: pathname })).statusCode, 404);
    assert.equal((await sql`select from feeds`.execute(app.database.read)).rows.length, 0);
  } finally {
    await server.close();
  }
});

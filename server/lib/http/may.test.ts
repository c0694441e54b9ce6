// Tests that the database and the operations agree on permissions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addresses } from '#contract/addresses.ts';
import type { May } from '#contract/lib/service.ts';
import { testApp } from '#server/testing/test-app.ts';
import { allows } from './may.ts';

test('a page opens to the roles that may call its operations, or by a grant; an operator’s page to operators only', async () => {
  await using app = await testApp();
  const open = async (may: May, actions: string[], { granted = false, onlySys = false } = {}) => {
    const page = sql`json_populate_record(null::pages, ${JSON.stringify({ s_ref: '/app/page', only_sys: onlySys, may })}::json)`;
    const pages = granted ? ['/app/page'] : [];
    const { rows } = await sql<{
      open: boolean;
    }>`select can_open_page(${page}, ${actions}::text[], ${pages}::text[]) as open`.execute(app.database.read);
    return rows[0]?.open;
  };
  for (const may of ['user', 'lcladmin', 'admin', 'sys'] as const) {
    for (const actions of [[], ['user'], ['lcladmin'], ['admin'], ['sys'], ['user', 'other', 'admin']]) {
      assert.equal(await open(may, actions), allows(actions, may), `${may} for ${actions}`);
      assert.equal(await open(may, actions, { granted: true }), true);
      assert.equal(await open(may, actions, { granted: true, onlySys: true }), actions.includes('sys'));
    }
  }
});

test('every page under /app is in the pages table, so that the browser knows who may open it', async () => {
  await using app = await testApp();
  const pages = await app.database.read.selectFrom('pages').select(['sRef', 'isSystem']).execute();
  const systemPages = new Set(pages.filter(({ isSystem }) => isSystem).map(({ sRef }) => sRef));
  // A page stands for its subpages.
  const isKept = (path: string): boolean =>
    systemPages.has(path) || (path !== '' && isKept(path.slice(0, path.lastIndexOf('/'))));
  assert.deepEqual(
    addresses.filter((path) => path.startsWith('/app/') && !isKept(path)),
    [],
  );
});

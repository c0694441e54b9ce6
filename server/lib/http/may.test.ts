// Tests that the database and the operations agree on permissions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addresses } from '#contract/addresses.ts';
import { services } from '#contract/all.ts';
import { allows } from '#contract/lib/may.ts';
import type { May } from '#contract/lib/service.ts';
import { testApp } from '#server/testing/test-app.ts';
import { mayCall } from './may.ts';

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

test('a granted page permits its reading operations and its helpers; changes need the action', () => {
  const { companyLocations, company, geolocations, systemPages } = services;
  const granted = { actions: ['user'], pages: ['/app/company/locations', '/app/system/pages'] };
  const admin = { actions: ['admin'], pages: [] };
  for (const read of [companyLocations.getPaginated, companyLocations.getById, companyLocations.export]) {
    assert.ok(mayCall(granted, read) && mayCall(admin, read), read.path);
  }
  for (const change of [companyLocations.insert, companyLocations.update, companyLocations.delete]) {
    assert.ok(!mayCall(granted, change) && mayCall(admin, change), change.path);
  }
  assert.ok(mayCall(granted, geolocations.insert), 'the map picker of the page');
  assert.ok(!mayCall({ actions: ['user'], pages: [] }, geolocations.insert));
  assert.ok(!mayCall(granted, company.get), 'another page');
  assert.ok(!mayCall(granted, systemPages.getAll), 'a page of operators');
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

// Where a page may lead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfPage, systemPages } from '#contract/operations/app-pages.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a page leads to an address of ours, to another site or to a state; nothing that a click would run is taken', async () => {
  await using app = await testApp();
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const add = (sRef: string) => app.call(systemPages.operations.insert, { name: 'Page', sRef, onlySys: false }, sys);
  const good = {
    '/app/leaflet': '/app/leaflet',
    'https://example.org/help': 'https://example.org/help',
    'app.home/newPage': '/app/home/newPage',
    'app.user.calendars': '/app/user/calendars',
  };
  for (const [sRef, address] of Object.entries(good)) {
    assert.equal((await add(sRef)).answer.sRef, sRef);
    assert.equal(addressOfPage(sRef), address);
  }
  for (const sRef of ['javascript:alert(1)', '//example.org', '/\\example.org', 'leaflet', 'app leaflet', 'data:x,y']) {
    const [complaint] = (await add(sRef)).complaints;
    assert.equal(complaint?.Key, 'SRef', sRef);
    assert.match(complaint?.Message ?? '', /begins with/);
    assert.equal(addressOfPage(sRef), undefined);
  }
});

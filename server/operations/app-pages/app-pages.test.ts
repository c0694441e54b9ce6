// Tests of the addresses that a page may link to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfPage, systemPages } from '#contract/operations/app-pages.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a page links to one of our addresses, another site or a state; an address that would run a script is rejected', async () => {
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

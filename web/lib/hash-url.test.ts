// Redirects of hash addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToPath } from './hash-url.ts';

test('a hash address redirects to its path, including the search', () => {
  assert.equal(hashToPath('#/app/home'), '/app/home');
  assert.equal(hashToPath('#!/app/user/calendars?view=day'), '/app/user/calendars?view=day');
});

test('an anchor is not an address, and another host never is', () => {
  for (const hash of ['', '#', '#plans', '#//evil.test', '#/\\evil.test', '#https://evil.test']) {
    assert.equal(hashToPath(hash), undefined, hash);
  }
});

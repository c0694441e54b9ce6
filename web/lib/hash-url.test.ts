// Which hash addresses lead where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToPath } from './hash-url.ts';

test('a hash address lands on the path it names, with its search', () => {
  assert.equal(hashToPath('#/app/home'), '/app/home');
  assert.equal(hashToPath('#!/app/user/calendars?view=day'), '/app/user/calendars?view=day');
});

test('an anchor is no address, and another host is never one', () => {
  for (const hash of ['', '#', '#plans', '#//evil.test', '#/\\evil.test', '#https://evil.test']) {
    assert.equal(hashToPath(hash), undefined, hash);
  }
});

// Tests of the line that an operator reads when a process cannot go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorLine } from './run-process.ts';

test('a full disk and an unknown host have plain words', () => {
  const failure = (message: string, facts: object) => errorLine(Object.assign(new Error(message), facts));
  const full = 'ENOSPC: no space left on device, write';
  assert.equal(failure(full, { code: 'ENOSPC' }), 'The disk is full. Make room, then try again.');
  const extend = 'could not extend file "base/5/16384": No space left on device';
  assert.equal(failure(extend, { code: '53100' }), 'The disk of the database is full. Make room, then try again.');
  const unknown = { code: 'ENOTFOUND', hostname: 'db.test' };
  assert.equal(failure('getaddrinfo ENOTFOUND db.test', unknown), 'The host db.test cannot be found. Check its name.');
  assert.equal(failure('', { code: 'ECONNREFUSED' }), 'ECONNREFUSED');
});

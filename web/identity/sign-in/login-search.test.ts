// The return addresses that sign-in accepts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLoginSearch } from './login-search.ts';

test('sign-in returns to a path of this site', () => {
  for (const to of [
    '/app/home',
    '/app/user/calendars?view=day&date=2026-03-02',
    '/app/user/my-account#reminders',
    '/anna/salon',
  ]) {
    assert.equal(readLoginSearch({ to }).to, to);
  }
});

test('sign-in never redirects to another site or to itself', () => {
  const foreign = [
    'https://evil.test/',
    '//evil.test/app',
    '/\\evil.test',
    '/\t/evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    'app/home',
    '/user/login',
    '',
    7,
    undefined,
  ];
  for (const to of foreign) assert.equal(readLoginSearch({ to }).to, undefined, String(to));
});

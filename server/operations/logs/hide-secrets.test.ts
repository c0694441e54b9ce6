// Tests that secrets are removed from logs and details for diagnosis stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '#server/lib/session/session.ts';
import { hideSecrets, safeJson } from './hide-secrets.ts';

test('passwords, tokens and cookies are removed wherever they occur', () => {
  const token = newToken();
  for (const text of [
    'connect to postgres://mara:hunter2-x@db.example:5432/daybook failed',
    'smtp://mara%40a.example:hunter2-x@mail.example',
    `opened /appointment/confirm/${token}?from=mail`,
    `GET /user/reset?token=${token}`,
    'password=hunter2-x, user=mara',
    '{"LogIn":"mara","Password":"hunter2-x and \'more\'"}',
    "newPassword: 'hunter2-x'",
    'Authorization: Bearer hunter2-x.abc',
    'cookie: daybook-session=hunter2-x; other=1',
    'x-api-key=hunter2-x',
  ]) {
    const safe = hideSecrets(text);
    assert.ok(!safe.includes('hunter2-x') && !safe.includes(token), safe);
    assert.match(safe, /\[hidden\]/);
  }
  const json = safeJson({ user: 'mara', password: 'hunter2-x', deep: [{ accessToken: { any: 'hunter2-x' } }] });
  assert.equal(json, '{"user":"mara","password":[hidden],"deep":[{"accessToken":[hidden]}]}');
});

test('names, ids, paths and addresses stay', () => {
  for (const text of [
    'duplicate key value violates unique constraint "employee_locations_company_id_user_id_location_id_key"',
    'mail 0198c2a4-7f30-7b1e-9c52-3f2a6a1f9d10 failed',
    'at bookAppointment (/opt/daybook/server/booking/book-appointment.ts:88:11)',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'The server https://smtp.example.org:587/path answered 451 4.7.1 <mara@example.org>',
  ]) {
    assert.equal(hideSecrets(text), text);
  }
});

test('a long text without an end is scanned in linear time', () => {
  // The time of the processor: the machine may do something else meanwhile.
  const before = process.cpuUsage();
  for (const text of [
    'a://'.repeat(5_000),
    'password'.repeat(3_000),
    `token="${'x'.repeat(20_000)}`,
    'aA1'.repeat(8_000),
  ]) {
    hideSecrets(text);
  }
  const { user } = process.cpuUsage(before);
  assert.ok(user < 1_000_000, `${user} μs`);
});

// Tests that a form shows a message for every field that its operation would reject, under the form's own names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import i18next from 'i18next';
import { browser } from '#web/lib/testing/as-browser.ts';
import { validateBy } from './validate-by.ts';

// Returns the codes instead of messages.
await i18next.init({ lng: 'cimode' });
const { calendarSetup, user, social } = browser.services;

test('every field that the operation would reject has a message; the server validates other fields', () => {
  const validate = validateBy(user.create);
  assert.deepEqual(validate({ logIn: 'anna', password: 'short' }), {
    logIn: 'field.email',
    password: 'field.passwordShort',
  });
  assert.deepEqual(validate({ logIn: '', password: '' }), { logIn: 'field.required', password: 'field.required' });
  assert.deepEqual(validate({ logIn: ' anna@example.org ', password: 'long enough' }), {});
});

test('the input is validated as it is sent, and elements of a list by their index', () => {
  const validate = validateBy<{ date: string; open: string[][] }>(calendarSetup.saveOverride, {
    input: ({ date, open }) => ({ date, open: open.map(([start, end]) => ({ start, end })) }),
  });
  const found = validate({
    date: '',
    open: [
      ['08:00', '10:00'],
      ['', '25:00'],
    ],
  });
  assert.deepEqual(found, { date: 'field.required', 'open.1.start': 'field.required', 'open.1.end': 'field.time' });
});

test('a form adds required fields and rules of its own', () => {
  const needed = validateBy<{ password: string }>(social.startSocialLink, { required: ['password'] });
  assert.deepEqual(needed({ password: '' }), { password: 'field.required' });
  assert.deepEqual(needed({ password: ' ' }), {});
  const own = validateBy<{ password: string; repeated: string }>(user.changePassword, {
    own: ({ password, repeated }) => ({ repeated: repeated !== password && 'entry.notEqual' }),
  });
  assert.deepEqual(own({ password: 'long enough', repeated: 'other' }), { repeated: 'entry.notEqual' });
  assert.deepEqual(own({ password: 'long enough', repeated: 'long enough' }), {});
});

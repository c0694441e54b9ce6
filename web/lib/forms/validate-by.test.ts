// A form is told of every field that its operation would refuse, under the form's own names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import i18next from 'i18next';
import { browser } from '#web/lib/testing/as-browser.ts';
import { validateBy } from './validate-by.ts';

// Answers the codes themselves.
await i18next.init({ lng: 'cimode' });
const { calendarSetup, user, social } = browser.services;

test('what the operation refuses is told beside the field; fields that the form does not have are the server’s', () => {
  const validate = validateBy(user.create);
  assert.deepEqual(validate({ logIn: 'anna', password: 'short' }), {
    logIn: 'field.email',
    password: 'field.passwordShort',
  });
  assert.deepEqual(validate({ logIn: '', password: '' }), { logIn: 'field.required', password: 'field.required' });
  assert.deepEqual(validate({ logIn: ' anna@example.org ', password: 'long enough' }), {});
});

test('the input is judged as it is sent, and parts of a list by their places', () => {
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

test('a form adds what it needs and what it alone knows', () => {
  const needed = validateBy<{ password: string }>(social.startSocialLink, { required: ['password'] });
  assert.deepEqual(needed({ password: '' }), { password: 'field.required' });
  assert.deepEqual(needed({ password: ' ' }), {});
  const own = validateBy<{ password: string; repeated: string }>(user.changePassword, {
    own: ({ password, repeated }) => ({ repeated: repeated !== password && 'entry.notEqual' }),
  });
  assert.deepEqual(own({ password: 'long enough', repeated: 'other' }), { repeated: 'entry.notEqual' });
  assert.deepEqual(own({ password: 'long enough', repeated: 'long enough' }), {});
});

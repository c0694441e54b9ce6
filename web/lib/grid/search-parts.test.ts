// The filters of columns that hold text are parts of the search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyResource } from '#contract/lib/resource.ts';
import { companyEmailMessages } from '#contract/messaging/mail.ts';
import { seekIn, soughtIn } from './search-parts.ts';

const mails = companyEmailMessages as unknown as AnyResource; // Any resource's functions take it.

test('what is sought in a column becomes a pair, replaces the one before, and goes with its last word', () => {
  assert.equal(seekIn(mails, 'anna', 'subject', 'your time'), 'subject:your time, anna');
  assert.equal(seekIn(mails, 'subject:other, anna', 'subject', 'one, two'), 'subject:one  two, anna');
  assert.equal(seekIn(mails, 'subject:other, anna', 'subject', ' '), 'anna');
});

test('a column knows its pair by the name of the field and by an alias', () => {
  assert.equal(soughtIn(mails, 'To: Anna, b', 'toEMail'), 'Anna');
  assert.equal(soughtIn(mails, 'toemail:Anna', 'toEMail'), 'Anna');
  assert.equal(soughtIn(mails, 'anna', 'toEMail'), '');
  assert.equal(seekIn(mails, 'to:anna', 'toEMail', 'bert'), 'toemail:bert');
});

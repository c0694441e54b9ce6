// The filters of columns that hold text are parts of the search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyResource } from '#contract/lib/resource.ts';
import { companyEmailMessages } from '#contract/messaging/mail.ts';
import { termIn, withTerm } from './search-parts.ts';

const mails = companyEmailMessages as unknown as AnyResource; // Any resource's functions take it.

test('what is sought in a column becomes a pair, replaces the one before, and goes with its last word', () => {
  assert.equal(withTerm(mails, 'anna', 'subject', 'your time'), 'subject:your time, anna');
  assert.equal(withTerm(mails, 'subject:other, anna', 'subject', 'one, two'), 'subject:one  two, anna');
  assert.equal(withTerm(mails, 'subject:other, anna', 'subject', ' '), 'anna');
});

test('a column knows its pair by the name of the field and by an alias', () => {
  assert.equal(termIn(mails, 'To: Anna, b', 'toEMail'), 'Anna');
  assert.equal(termIn(mails, 'toemail:Anna', 'toEMail'), 'Anna');
  assert.equal(termIn(mails, 'anna', 'toEMail'), '');
  assert.equal(withTerm(mails, 'to:anna', 'toEMail', 'bert'), 'toemail:bert');
});

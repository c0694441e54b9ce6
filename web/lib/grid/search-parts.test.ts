// Text filters of columns are parts of the search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyResource } from '#contract/lib/resource.ts';
import { companyEmailMessages } from '#contract/messaging/mail.ts';
import { termIn, withTerm } from './search-parts.ts';

const mails = companyEmailMessages as unknown as AnyResource; // Accepted by the functions of any resource.

test("a column's filter becomes a pair, replaces the previous one and disappears when emptied", () => {
  assert.equal(withTerm(mails, 'anna', 'subject', 'your time'), 'subject:your time, anna');
  assert.equal(withTerm(mails, 'subject:other, anna', 'subject', 'one, two'), 'subject:one  two, anna');
  assert.equal(withTerm(mails, 'subject:other, anna', 'subject', ' '), 'anna');
});

test('a column finds its pair by field name and by alias', () => {
  assert.equal(termIn(mails, 'To: Anna, b', 'toEMail'), 'Anna');
  assert.equal(termIn(mails, 'toemail:Anna', 'toEMail'), 'Anna');
  assert.equal(termIn(mails, 'anna', 'toEMail'), '');
  assert.equal(withTerm(mails, 'to:anna', 'toEMail', 'bert'), 'toemail:bert');
});

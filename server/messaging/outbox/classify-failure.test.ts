// Tests of what a response of a mail server means for the mail and for the address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyFailure, retryDelayAfter } from './classify-failure.ts';

const answers = [
  ['a mailbox that does not exist', 'RCPT TO', '550 5.1.1 No such user', 'bounced'],
  ['the same without an extended code', 'RCPT TO', '550 No such user', 'bounced'],
  ['a mailbox that moved', 'RCPT TO', '551 User not local', 'bounced'],
  ['a full mailbox', 'RCPT TO', '552 5.2.2 Mailbox full', 'refused'],
  ['a recipient refused by policy', 'RCPT TO', '550 5.7.1 Blocked by policy', 'refused'],
  ['greylisting', 'RCPT TO', '450 4.7.1 Try again later', 'retry'],
  ['a sender refused for good', 'MAIL FROM', '553 5.1.8 Sender rejected', 'refused'],
  ['a busy server', 'MAIL FROM', '421 4.3.2 Too busy', 'retry'],
  ['signing in that is asked for', 'MAIL FROM', '530 5.7.0 Authentication required', 'retry'],
  ['a mail taken for spam', 'DATA', '554 5.7.1 Spam', 'refused'],
  ['a disk that is full', 'DATA', '452 4.3.1 Out of storage', 'retry'],
  ['a wrong password of ours', 'AUTH PLAIN', '535 5.7.8 Bad credentials', 'retry'],
  ['a server that does not want to talk', 'CONN', '554 No SMTP service here', 'retry'],
] as const;

for (const [what, command, response, expected] of answers) {
  test(`${what}: ${expected}`, () => {
    const responseCode = Number(response.slice(0, 3));
    assert.equal(classifyFailure({ message: response, command, response, responseCode }), expected);
  });
}

test('a failed connection is retried', () => {
  assert.equal(classifyFailure({ message: 'connect ECONNREFUSED', code: 'ESOCKET', command: 'CONN' }), 'retry');
  assert.equal(classifyFailure({ message: 'aborted', code: 'ABORT_ERR' }), 'retry');
});

test('delays grow and end within a day', () => {
  const waits: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const wait = retryDelayAfter(attempt);
    if (!wait) break;
    waits.push(wait.total('minutes'));
  }
  assert.equal(waits[0], 1);
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  );
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  assert.ok(whole > 22 * 60 && whole <= 24 * 60, `${whole} minutes`);
});

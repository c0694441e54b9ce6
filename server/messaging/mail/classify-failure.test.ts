// Tests of what a response of a mail server means for the mail and for the address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayAfter } from '#server/messaging/outbox/retry-delays.ts';
import { classifyFailure, explainMailFailure, mayHaveArrived } from './classify-failure.ts';

const answers = [
  ['a mailbox that does not exist', 'RCPT TO', '550 5.1.1 No such user', 'bounced'],
  ['the same without an extended code', 'RCPT TO', '550 No such user', 'bounced'],
  ['a mailbox that moved without an address', 'RCPT TO', '550 5.1.6 Mailbox moved', 'bounced'],
  ['a domain that does not exist', 'RCPT TO', '550 5.1.2 Bad destination system address', 'bounced'],
  ['a domain that takes no mail', 'RCPT TO', '556 5.1.10 Recipient address has null MX', 'bounced'],
  ['a mailbox unknown in words', 'RCPT TO', '550 <mara@example.test>: User unknown in virtual alias table', 'bounced'],
  ['a mailbox unknown to Exim', 'RCPT TO', '550 Unknown user', 'bounced'],
  [
    'a mailbox unknown to Yahoo',
    'RCPT TO',
    "554 delivery error: dd This user doesn't have a yahoo.com account",
    'bounced',
  ],
  ['a transaction that failed for no reason', 'RCPT TO', '554 Transaction failed', 'refused'],
  ['a server that does not relay', 'RCPT TO', '550 Relaying denied', 'routeRefused'],
  ['the same with a code', 'RCPT TO', '550 5.7.1 Unable to relay for mara@example.test', 'routeRefused'],
  ['the same with the code of a mailbox', 'RCPT TO', '550 5.1.1 Relay access denied', 'routeRefused'],
  ['a user of another server', 'RCPT TO', '551 User not local; please try forwarding', 'refused'],
  ['a blocklist', 'RCPT TO', '550 Your address 192.0.2.1 is listed at zen.example.org', 'routeRefused'],
  ['a failed SPF check', 'RCPT TO', '550 SPF check failed', 'routeRefused'],
  ['a domain that may not send', 'RCPT TO', '550 domain not allowed', 'routeRefused'],
  ['a rejected sender', 'RCPT TO', '550 5.1.8 Sender address rejected: user unknown', 'refused'],
  ['a rejection without words', 'RCPT TO', '550 Requested action not taken: mailbox unavailable', 'refused'],
  ['a full mailbox', 'RCPT TO', '552 5.2.2 Mailbox full', 'refused'],
  ['a recipient refused by policy', 'RCPT TO', '550 5.7.1 Blocked by policy', 'refused'],
  ['greylisting', 'RCPT TO', '450 4.7.1 Try again later', 'retry'],
  ['a sender refused for good', 'MAIL FROM', '553 5.1.8 Sender rejected', 'refused'],
  ['a busy server', 'MAIL FROM', '421 4.3.2 Too busy', 'routeDown'],
  ['signing in that is asked for', 'MAIL FROM', '530 5.7.0 Authentication required', 'routeDown'],
  ['a mail taken for spam', 'DATA', '554 5.7.1 Spam', 'refused'],
  ['a disk that is full', 'DATA', '452 4.3.1 Out of storage', 'retry'],
  ['a wrong password of ours', 'AUTH PLAIN', '535 5.7.8 Bad credentials', 'routeDown'],
  ['a limit of mails', 'MAIL FROM', '452 4.7.28 Too many messages, slow down', 'routeDown'],
  ['a full queue', 'DATA', '452 4.3.1 Insufficient system storage', 'retry'],
  ['a server that does not want to talk', 'CONN', '554 No SMTP service here', 'routeDown'],
] as const;

for (const [what, command, response, expected] of answers) {
  test(`${what}: ${expected}`, () => {
    const responseCode = Number(response.slice(0, 3));
    assert.equal(classifyFailure({ message: response, command, response, responseCode }), expected);
  });
}

test('a server that does not answer is about the route, one that falls silent or disconnects may be about the mail', () => {
  const message = 'Timeout';
  const down = [
    { message: 'connect ECONNREFUSED', code: 'ESOCKET', command: 'CONN', syscall: 'connect' },
    { message: 'getaddrinfo ENOTFOUND', code: 'EDNS', command: 'CONN' },
    { message, code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' },
    { message: 'no certificate', code: 'ETLS', command: 'STARTTLS' },
  ];
  for (const error of down) assert.deepEqual([classifyFailure(error), mayHaveArrived(error)], ['routeDown', false]);
  const retried = [
    { message, code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' },
    { message: 'Connection closed unexpectedly', code: 'ECONNECTION', command: 'CONN' },
    { message: 'aborted', code: 'ABORT_ERR' },
  ];
  for (const error of retried) assert.deepEqual([classifyFailure(error), mayHaveArrived(error)], ['retry', true]);
});

test('an answer that quotes a link of the mail is recorded without its token', () => {
  const response = `554 5.7.1 Refused: http://localhost:3000/user/recover/${'R'.repeat(43)}`;
  const { answer } = explainMailFailure({ message: response, command: 'DATA', response, responseCode: 554 });
  assert.equal(answer, 'DATA: 554 5.7.1 Refused: http://localhost:3000/user/recover/***');
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

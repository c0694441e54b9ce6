// Tests that what mail servers send back is told apart, and that only signed ids name a mail.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { envelopeSender, signedIdsIn, signId } from '#server/messaging/mail/signed-ids.ts';
import { type Original, shapes } from '#server/testing/servers/bounce-shapes.ts';
import { type BounceReport, readBounceReport } from './read-bounce-report.ts';

const config = parseConfig({ SECRET_KEY: 'the key of this installation, for tests' });
const stranger = parseConfig({ SECRET_KEY: 'the key of another installation, for tests' });

function originalOf(id: string, signer = config): Original {
  return {
    verp: envelopeSender('bounces@daybook.test', signId(signer, id, 'envelope')),
    messageId: `<${id}.${signId(signer, id, 'messageId')}@daybook.test>`,
    to: 'mara@example.com',
  };
}

const bytes = (text: string) => Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'));

test('there are 40 shapes and more', () => assert.ok(shapes.length >= 40, `${shapes.length}`));

for (const { name, kind, raw } of shapes) {
  test(`${name} is ${kind}, and names the mail by its signature`, async () => {
    const id = randomUUIDv7();
    const report = await readBounceReport(bytes(raw(originalOf(id))));
    assert.equal(report.kind, kind, report.evidence);
    if (kind === 'other') return;
    assert.deepEqual([...new Set(signedIdsIn(config, report.named))], [id]);
    assert.notEqual(report.evidence, '');
    const forged = await readBounceReport(bytes(raw(originalOf(id, stranger))));
    assert.deepEqual(signedIdsIn(config, forged.named), []);
  });
}

/** Mails of real servers, with placeholders for what names the delivery. */
const captured: Record<string, Pick<BounceReport, 'kind' | 'evidence'>> = {
  'dsn-exim-450-expired': {
    kind: 'failed',
    evidence:
      '5.0.0 450 4.1.1 <mara@example.com>: Recipient address rejected: User unknown in local recipient table: retry timeout exceeded',
  },
  'dsn-exim-451-expired': {
    kind: 'failed',
    evidence: '5.0.0 451 4.3.0 Temporary failure: retry timeout exceeded',
  },
  'dsn-exim-550': {
    kind: 'gone',
    evidence: '5.0.0 550 5.1.1 <mara@example.com>: Recipient address rejected: User unknown',
  },
  'dsn-exim-size': {
    kind: 'failed',
    evidence: '5.0.0 552 Error: message exceeds fixed maximum message size 10000',
  },
  'dsn-nullmailer-550': { kind: 'gone', evidence: '550 5.1.1 User unknown' },
  'dsn-opensmtpd-delayed': { kind: 'other', evidence: '' },
  'dsn-postfix-450-expired': {
    kind: 'failed',
    evidence: '450 4.1.1 <mara@example.com>: Recipient address rejected: User unknown in local recipient table',
  },
  'dsn-postfix-greylisted': { kind: 'failed', evidence: '450 4.7.1 Greylisted' },
  'dsn-postfix-size': {
    kind: 'failed',
    evidence: '5.3.4 message size 50481 exceeds size limit 10000 of server mx.example.com[192.0.2.25]',
  },
  'dsn-postfix-warning': { kind: 'other', evidence: '' },
  'dsn-sendmail-550': { kind: 'gone', evidence: '550 5.1.1 User unknown' },
};

const folder = new URL('./captured/', import.meta.url);

async function capturedMail(name: string, original: Original): Promise<string> {
  const text = await readFile(new URL(`${name}.eml`, folder), 'utf8');
  return text.replaceAll('VERP', original.verp).replaceAll('<MESSAGEID>', original.messageId);
}

for (const [name, expected] of Object.entries(captured)) {
  test(`the captured ${name} is ${expected.kind}, with its reason`, async () => {
    const id = randomUUIDv7();
    const report = await readBounceReport(bytes(await capturedMail(name, originalOf(id))));
    assert.deepEqual({ kind: report.kind, evidence: report.evidence }, expected);
    assert.deepEqual([...new Set(signedIdsIn(config, report.named))], [id]);
  });
}

test('every captured mail is tested', async () => {
  const names = (await readdir(folder)).map((name) => name.replace(/\.eml$/, ''));
  assert.deepEqual(names.toSorted(), Object.keys(captured));
});

test('OpenSMTPD calls the end of a mail delayed: it has expired, and no further try is named', async () => {
  const delayed = await capturedMail('dsn-opensmtpd-delayed', originalOf(randomUUIDv7()));
  const ended = delayed
    .replace(/^(mara@example\.com: ).*$/m, '$1Envelope expired')
    .replace('Status: 4.0.0', 'Status: 4.4.7');
  const kindOf = async (text: string) => (await readBounceReport(bytes(text))).kind;
  assert.equal(await kindOf(ended), 'failed');
  assert.equal(await kindOf(ended.replace('Envelope expired', '450 4.1.1 User unknown')), 'other');
  const retried = ended.replace('Status: 4.4.7', 'Status: 4.4.7\nWill-Retry-Until: Sun, 29 Nov 2026 12:00:00 +0000');
  assert.equal(await kindOf(retried), 'other');
});

test('without a diagnostic, the reason is the sentence that names it', async () => {
  const reasonOf = async (name: string) => {
    const mail = await capturedMail(name, originalOf(randomUUIDv7()));
    return (await readBounceReport(bytes(mail.replaceAll(/^Diagnostic-Code:.*(\r?\n[ \t].*)*\r?\n/gim, '')))).evidence;
  };
  assert.equal(
    await reasonOf('dsn-exim-550'),
    '5.0.0 550 5.1.1 <mara@example.com>: Recipient address rejected: User unknown',
  );
  assert.match(await reasonOf('dsn-postfix-greylisted'), /^450 4\.7\.1 Greylisted/);
  assert.match(await reasonOf('dsn-postfix-size'), /^5\.3\.4 message size 50481 exceeds size limit 10000/);
  assert.equal(await reasonOf('dsn-sendmail-550'), '550 5.1.1 User unknown');
});

test('a mailbox behind a forwarder that is gone says nothing about the address that the mail was sent to', async () => {
  const mail = await capturedMail('dsn-postfix-450-expired', originalOf(randomUUIDv7()));
  const gone = mail.replaceAll('450 4.1.1', '550 5.1.1').replace(/^Status: .*$/m, 'Status: 5.1.1');
  assert.equal((await readBounceReport(bytes(gone))).kind, 'gone');
  const forwarded = await readBounceReport(
    bytes(gone.replace('Final-Recipient: rfc822; mara@example.com', 'Final-Recipient: rfc822; M.Ozola@example.net')),
  );
  assert.deepEqual([forwarded.kind, forwarded.recipient], ['failed', 'm.ozola@example.net']);
});

test('digits of an address are no reply codes', async () => {
  for (const { name, kind, raw } of shapes) {
    for (const to of ['c-a423-b@example.com', 'c-450-x@example.com', 'c-x552-d@example.com']) {
      const report = await readBounceReport(bytes(raw({ ...originalOf(randomUUIDv7()), to })));
      assert.equal(report.kind, kind, `${name} to ${to}: ${report.evidence}`);
    }
  }
});

test('a signed id survives upper case and fits in a local part; a changed one names nothing', () => {
  for (let index = 0; index < 200; index++) {
    const id = randomUUIDv7();
    const signed = signId(config, id, index % 2 ? 'envelope' : 'messageId');
    assert.equal(signed.length, 42);
    assert.deepEqual(signedIdsIn(config, `<BOUNCES+${signed.toUpperCase()}@DAYBOOK.TEST>`), [id]);
    const at = index % 42;
    const other = signed[at] === 'a' ? 'b' : 'a';
    const changed = signedIdsIn(config, `${signed.slice(0, at)}${other}${signed.slice(at + 1)}`);
    // The last character of each half has bits that mean nothing.
    assert.ok(changed.length === 0 || changed[0] === id, `${at}`);
  }
  assert.equal(envelopeSender('bounce.daybook.test', 'abc'), 'abc@bounce.daybook.test');
  assert.equal(envelopeSender('bounces@daybook.test', 'abc'), 'bounces+abc@daybook.test');
});

test('hostile messages are read in bounded time or refused, never otherwise', async () => {
  const part = (depth: number): string =>
    depth === 0
      ? 'x'
      : `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n${part(depth - 1)}\n--b${depth}--\n`;
  const hostile = [
    part(60),
    `From: MAILER-DAEMON@x\nSubject: Undelivered\n\n${'-'.repeat(200_000)}`,
    `From: MAILER-DAEMON@x\nSubject: Undelivered\nContent-Type: text/html\n\n${'<'.repeat(250_000)}`,
    `Subject: ${'a: b\n '.repeat(50_000)}\n\nx`,
    `From: MAILER-DAEMON@x\nSubject: failure notice\n\n${'a'.repeat(42)} ${'2'.repeat(250_000)}`,
    `Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n${'Action: failed\n\n'.repeat(15_000)}\n--a--`,
    '\0'.repeat(250_000),
  ];
  for (const [index, raw] of hostile.entries()) {
    const before = process.cpuUsage();
    const report = await readBounceReport(Buffer.from(raw)).catch(() => undefined);
    assert.deepEqual(report ? signedIdsIn(config, report.named) : [], []);
    // Its own time: other tests use the processors too.
    const took = process.cpuUsage(before).user / 1000;
    assert.ok(took < 3_000, `${index} took ${took} ms`);
  }
});

/** A bounce in a form of its own, which returns the mail. */
const unusual = (original: Original, own: string) => `From: Post <mailer-daemon@mail.example.com>
To: ${original.verp}
Subject: Zwrot poczty
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

${own}
--b
Content-Type: message/rfc822

Message-ID: ${original.messageId}
Subject: Hello

Set a new password: http://localhost:3000/user/recover/${'R'.repeat(43)}
--b--
`;

test('a report in a form of its own is what its answers say, and is shown without the mail that it returns', async () => {
  const id = randomUUIDv7();
  const read = async (own: string) => readBounceReport(bytes(unusual(originalOf(id), own)));
  const refused = await read('Nie dostarczono.\n550 5.7.1 Odmowa');
  assert.deepEqual([refused.kind, refused.evidence, refused.isUnclear], ['failed', '550 5.7.1 Odmowa', true]);
  assert.deepEqual([...new Set(signedIdsIn(config, refused.named))], [id]);
  assert.deepEqual(refused.shown, {
    ...{ sender: 'mailer-daemon@mail.example.com', subject: 'Zwrot poczty' },
    message: 'Nie dostarczono.\n550 5.7.1 Odmowa',
  });
  assert.equal((await read('550 5.1.1 User unknown')).kind, 'gone');
  const quoting = await read(`550 5.7.1 Odmowa http://localhost:3000/user/recover/${'R'.repeat(43)}`);
  assert.equal(quoting.evidence, '550 5.7.1 Odmowa http://localhost:3000/user/recover/***', 'companies read it');
  const aggregate = unusual(originalOf(id), '550 mails').replace('Zwrot poczty', 'Report Domain: daybook.test');
  assert.deepEqual([(await readBounceReport(bytes(aggregate))).isUnclear], [undefined], 'a report of DMARC');
  for (const unknown of ['Nie dostarczono.', '450 4.2.0 Jeszcze raz']) {
    const { kind, isUnclear } = await read(unknown);
    assert.deepEqual([kind, isUnclear], ['other', true], unknown);
  }
});

test('a status that names no known action is what its answers say; a known one is clear', async () => {
  const mail = await capturedMail('dsn-sendmail-550', originalOf(randomUUIDv7()));
  const acted = async (action: string) => readBounceReport(bytes(mail.replace(/^Action: .*$/m, `Action: ${action}`)));
  const { kind, isUnclear } = await acted('bounced');
  assert.deepEqual([kind, isUnclear], ['gone', true]);
  for (const known of ['failed', 'relayed', 'delivered', 'delayed']) {
    assert.equal((await acted(known)).isUnclear, undefined, known);
  }
});

test('no shape and no captured mail is unclear', async () => {
  const mails = [
    ...shapes.map(({ name, raw }) => [name, raw(originalOf(randomUUIDv7()))] as const),
    ...(await Promise.all(
      Object.keys(captured).map(async (name) => [name, await capturedMail(name, originalOf(randomUUIDv7()))] as const),
    )),
  ];
  for (const [name, mail] of mails) assert.equal((await readBounceReport(bytes(mail))).isUnclear, undefined, name);
});

// Tests that what mail servers send back is told apart, and that only signed ids name a mail.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { parseConfig } from '#server/config.ts';
import { type Original, shapes } from '#server/testing/bounce-shapes.ts';
import { readReport } from './read-report.ts';
import { envelopeSender, signedIdsIn, signId } from './signed-ids.ts';

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
    const report = await readReport(bytes(raw(originalOf(id))));
    assert.equal(report.kind, kind, report.evidence);
    if (kind === 'other') return;
    assert.deepEqual([...new Set(signedIdsIn(config, report.named))], [id]);
    assert.notEqual(report.evidence, '');
    const forged = await readReport(bytes(raw(originalOf(id, stranger))));
    assert.deepEqual(signedIdsIn(config, forged.named), []);
  });
}

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
    const report = await readReport(Buffer.from(raw)).catch(() => undefined);
    assert.deepEqual(report ? signedIdsIn(config, report.named) : [], []);
    // Its own time: other tests use the processors too.
    const took = process.cpuUsage(before).user / 1000;
    assert.ok(took < 3_000, `${index} took ${took} ms`);
  }
});

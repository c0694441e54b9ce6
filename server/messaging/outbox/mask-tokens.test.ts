// Tests that texts of other servers lose the tokens of the mails that they quote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '#server/lib/session/session.ts';
import { maskTokens } from './mask-tokens.ts';

const tokens = Array.from({ length: 200 }, newToken);
const linkOf = (token: string) => `https://daybook.test/my/appointment/cancel?hash=${token}`;

/** The longest part of a token that a text still has. */
function left(text: string, token: string): number {
  const plain = text.replaceAll(/[^\w-]/g, '');
  for (let length = token.length; length > 0; length--)
    for (let at = 0; at + length <= token.length; at++) if (plain.includes(token.slice(at, at + length))) return length;
  return 0;
}

/** Lines of 76 letters, as mails in quoted-printable and base64 have them. */
const folded = (text: string, end: string) => text.replaceAll(/.{75}(?=.)/g, `$&${end}`);

test('a token is masked wherever a line ends in it, and in each encoding of a mail', () => {
  for (const [index, token] of tokens.entries()) {
    const link = linkOf(token);
    const cut = link.length - 1 - (index % 43);
    const broken = (end: string) => `Your text:\n${link.slice(0, cut)}${end}${link.slice(cut)}\nBye`;
    const padded = `${'x '.repeat(index % 30)}${link} bye`;
    for (const text of [
      link,
      `550 5.7.1 refused: ${link}`,
      `the token ${token} is known`,
      ...['\n', '\r\n', '=\n', '=\r\n', '\n> ', '\n    '].map(broken),
      folded(padded.replaceAll('=', '=3D'), '=\r\n'),
      encodeURIComponent(link),
    ])
      assert.ok(left(maskTokens(text), token) < 22, text);
    const lines = folded(Buffer.from(`${padded}\n`).toString('base64'), '\n');
    const seen = maskTokens(lines).replaceAll(/\s/g, '');
    assert.ok(left(Buffer.from(seen.replaceAll('***', ''), 'base64').toString('latin1'), token) < 22, lines);
  }
});

test('other words stay as they are', () => {
  const words = `<mara@example.com>: host mx.example.com[192.0.2.1] said:
550-5.1.1 The email account that you tried to reach does not exist. Please try
550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a640c23a62f3a-aa5e90d5f58si - gsmtp
Undelivered
Mail
Returned`;
  assert.equal(maskTokens(words), words);
});

test('a long text without a token takes no longer than its letters', () => {
  for (const text of ['a', 'a\n', 'a\n>', '=\n', 'https://a/'].map((part) => part.repeat(1_000_000)))
    assert.equal(maskTokens(text).includes('***'), false);
});

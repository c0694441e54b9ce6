// Tests of the reduction of texts to safe HTML.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText, safeText } from './safe-text.ts';

const linkTo = (url: string) => url;

test('tags, attributes and links that mail programs show stay, also with a sign inside quotes', () => {
  const html = `<p class='a > b'>Tom &amp; <a title="1 > 0" href="https://example.test/?a=1&amp;b=2">Jerry</a> < 10</p>`;
  assert.match(
    safeText(html, linkTo),
    /^<p style="[^"]+">Tom &amp; <a href="https:[^"]+b=2" [^>]+>Jerry<\/a> &lt; 10<\/p>$/,
  );
  assert.equal(plainText(html, linkTo), 'Tom & Jerry (https://example.test/?a=1&b=2) < 10');
});

test('a link whose words are its address is named once in the plain text', () => {
  const html = '<p>See <a href="https://example.test/a?b=1&amp;c"><b>https://example.test/a?b=1&amp;c</b></a> now.</p>';
  const visit = () => 'https://book.test/v/1';
  assert.equal(plainText(html, visit), 'See https://book.test/v/1 now.');
  assert.equal(plainText('<a href="https://a.test">here</a>', visit), 'here (https://book.test/v/1)');
});

test('an unfinished tag is text, and a hundred thousand of them end the test', () => {
  for (const unit of ['<a', '<a "', `<a '"`, '<a href=']) {
    const html = `<b>${unit.repeat(100_000)}`;
    assert.equal(plainText(html, linkTo).replace(/\s/g, ''), unit.repeat(100_000).replace(/\s/g, ''), unit);
    assert.ok(safeText(html, linkTo).startsWith('<b>&lt;a'), unit);
  }
});

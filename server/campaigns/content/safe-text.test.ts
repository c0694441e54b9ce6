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

test('spaces before the end of a line are dropped, and 300,000 between tags end the test', () => {
  assert.equal(plainText('a<b> \t</b> <br>b', linkTo), 'a\nb');
  assert.equal(plainText(`a${'<b>\t'.repeat(300_000)}c`, linkTo).length, 300_002);
});

/** The HTML without the styles that this product adds. */
const shape = (html: string) => safeText(html, linkTo).replaceAll(/ style="[^"]*"/g, '');

test('no attribute, script or unsafe link of hostile HTML is copied', () => {
  const cases: [html: string, shown: string][] = [
    ['<P ONCLICK=alert(1) style="x">a</P>', '<p>a</p>'],
    ['<A HREF="https://a.test/x" HREF="javascript:alert(1)">b</A>', '<a href="https://a.test/x">b</a>'],
    ['<a href="javascript:alert(1)">c</a><a href=java&#115;cript:alert(1)>d</a>', 'cd'],
    ['<a href="java&Tab;script&colon;alert(1)">e</a><a href="/&#9;/host.test">f</a>', 'ef'],
    [
      '<a href="https://a.test/?q=&quot;&gt;<script>&amp;r">g</a>',
      '<a href="https://a.test/?q=&quot;&gt;&lt;script&gt;&amp;r">g</a>',
    ],
    ['<b>&lt;script&gt;&#60;img&#62;&amp;lt;</b>', '<b>&lt;script&gt;&lt;img&gt;&amp;lt;</b>'],
    ['<img src=x onerror=alert(1)><b>h</b><iframe src=//x>i</iframe>', '<b>h</b>'],
    ['<script>if (a < b) "</b>"</script><style>p{}</style><title>j</title><b>k</b>', '<b>k</b>'],
    ['<SCRIPT>l</SCRIPT ><b>m</b><script/>n</script>', '<b>m</b>'],
    ['<svg><style></svg><b>o</b></style></svg><b>p</b><svg/><i>q</i>', '<b>o</b><b>p</b><i>q</i>'],
    ['<object><object>r</object>s</object><b>t</b>', '<b>t</b>'],
    ['<b>u<!-- <i>v</i> --!>w<!-->x<!--->y</b><!-- z', '<b>uwxy</b>'],
    ['<![CDATA[<b>a</b>]]><!DOCTYPE html><?php echo 1 ?><b>b</b>', '<b>b</b>'],
    ['<b title="</b><script>">c</b', '<b>c&lt;/b</b>'],
    ['<xmp><b>d</b></xmp><plaintext><i>e', '&lt;b&gt;d&lt;/b&gt;&lt;i&gt;e'],
    ['<b><i><u>f</b>g</i></u></p></blockquote>h', '<b><i><u>f</u></i></b>gh'],
    [
      '<a href="https://a.test/1"><a href="https://a.test/2">i',
      '<a href="https://a.test/1"></a><a href="https://a.test/2">i</a>',
    ],
    ['<b>j\0k</b\f>l', '<b>j\0k</b>l'],
  ];
  for (const [html, shown] of cases) assert.equal(shape(html), shown, html);
});

test('a long text takes time in proportion to its length, however it is nested', () => {
  const units = [
    '<p>',
    '<b></i>',
    '<li><p>',
    '<svg>',
    '<b title=\'"',
    '<!--',
    '<a href=https://a.test/>',
    '&amp;',
    '</b',
    '<',
  ];
  for (const unit of units) {
    const html = `<b>${unit.repeat(60_000)}`;
    const start = process.cpuUsage();
    safeText(html, linkTo);
    plainText(html, linkTo);
    const { user, system } = process.cpuUsage(start);
    // Searching the open elements for each tag takes longer.
    assert.ok(user + system < 5_000_000, `${unit} takes ${(user + system) / 1000} ms`);
  }
});

// Tests of the links that people may enter, compared with what a browser makes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendars } from '#contract/booking/calendar.ts';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { systemPages } from '#contract/operations/app-pages.ts';
import { systemBanners } from '#contract/site/banners.ts';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { runs } from '#contract/testing/random-cases.ts';
import { hasSafeLinks, isSafeLink } from './links.ts';

const good = [
  '/',
  '/terms',
  '/app/user/calendars?event=1&date=2026-03-02',
  '/riga-centre/anna-berziņa',
  'https://example.org',
  'HTTP://example.org/a?b=//c#d',
  'https://[2001:db8::1]/x',
  'https://münchen.example/straße',
];

const bad = [
  '//example.org',
  '/\\example.org',
  '\\\\example.org',
  '/\t/example.org',
  '/\n\\example.org',
  '/\u0000/example.org',
  ' //example.org',
  'https:example.org',
  'https:/example.org',
  'https:///example.org',
  'https:\\\\example.org',
  'http://',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.org/x',
  'file:///etc/passwd',
  'terms',
  '?a=b',
  'https://example.org/a b',
  'https://example.org\\@evil.example',
  'https://example.org/\u202egpj.exe',
];

test('links to web pages and to paths of this site are accepted, every disguise of another one is refused', () => {
  for (const link of good) assert.equal(isSafeLink(link), true, JSON.stringify(link));
  for (const link of bad) assert.equal(isSafeLink(link), false, JSON.stringify(link));
  assert.equal(isSafeLink(''), false);
});

test('no accepted link that begins with a slash leaves the site in a browser, and none runs code', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    ' ',
    ':',
    '.',
    '@',
    '#',
    '?',
    'javascript',
    'evil.example',
    '\0',
    '%5c',
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      (link) => {
        if (!isSafeLink(link)) return;
        const url = new URL(link, 'https://book.example/app/');
        assert.ok(link.startsWith('/') ? url.origin === 'https://book.example' : /^https?:$/.test(url.protocol), link);
      },
    ),
    runs(5_000),
  );
});

test('HTML is accepted only with safe links, whatever the spelling of attributes and entities', () => {
  for (const html of [
    '<p>Terms</p>',
    '<p>See <a href="/terms">the terms</a>, <a href=\'https://example.org\'>us</a> or <a href=#top>above</a>.</p>',
    '<a class=x href="mailto:a@example.org">mail</a> <a href="tel:+37120000000">call</a>',
    '<a href="https://example.org/?a=1&amp;b=2">query</a>',
    'An action, a source, a reference: 1 < 2.',
  ]) {
    assert.equal(hasSafeLinks(html), true, html);
  }
  for (const link of bad) {
    assert.equal(hasSafeLinks(`<p><a href="${link}">x</a></p>`), link.trim() !== link && isSafeLink(link.trim()), link);
  }
  for (const html of [
    '<a href=javascript:alert(1)>x</a>',
    "<a\nhref = 'java&Tab;script:alert(1)'>x</a>",
    '<a/href="&#x6A;avascript&colon;alert(1)">x</a>',
    '<a title=">" href="&#0000106avascript:alert(1)">x</a>',
    '<a href="/&bsol;evil.example">x</a>',
    '<a href="&sol;&sol;evil.example">x</a>',
    '<a href="javascript:alert(1)',
    '<a title="<" href="javascript:alert(1)">x</a>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<img src="//evil.example/x.png">',
    '<form action=//evil.example>',
    '<A HREF="DATA:text/html,x">x</A>',
  ]) {
    assert.equal(hasSafeLinks(html), false, html);
  }
});

test('every place where people enter links applies the same rule', () => {
  const period = { periodStart: '2026-03-02T10:00:00Z', periodEnd: '2026-03-03T10:00:00Z' };
  const banner = { title: 'x', description: '', imageLink: '', link: '', fileId: null, active: true, ...period };
  const event = {
    calendarId: '00000000-0000-7000-8000-000000000001',
    title: 'x',
    start: '2026-03-02T10:00:00Z',
    end: '2026-03-02T11:00:00Z',
  };
  const places: [string, (link: string) => boolean][] = [
    ['banner', (link) => accepts(systemBanners.operations.insert, { ...banner, link })],
    ['picture', (link) => accepts(systemBanners.operations.insert, { ...banner, imageLink: link })],
    ['page', (sRef) => accepts(systemPages.operations.insert, { name: 'x', sRef, onlySys: false })],
    ['event', (link) => accepts(calendars.insertEvent, { ...event, link })],
    ['campaign', (url) => accepts(emailCampaigns.preview, { blocks: [{ kind: 'button', text: 'x', url }] })],
    [
      'column of a campaign',
      (url) => accepts(emailCampaigns.preview, { blocks: [{ kind: 'columns', right: [{ kind: 'image', url }] }] }),
    ],
    [
      'announcement',
      (link) => accepts(systemAnnouncements.operations.send, { texts: [{ language: 'en', text: 'x' }], link }),
    ],
    [
      'legal text',
      (link) => accepts(systemLegalTexts.operations.update, { id: event.calendarId, html: `<a href="${link}">x</a>` }),
    ],
  ];
  for (const [place, takes] of places) {
    for (const link of good) {
      // The links of announcements stay in the application.
      const isTaken = place !== 'announcement' || link.startsWith('/');
      assert.equal(takes(link), isTaken, `${place} ${JSON.stringify(link)}`);
    }
    // The fields trim, as people paste.
    for (const link of bad.filter((one) => one.trim() === one)) {
      assert.equal(takes(link), false, `${place} ${JSON.stringify(link)}`);
    }
  }
});

function accepts(operation: { input: { safeParse(input: unknown): { success: boolean } } }, input: unknown): boolean {
  return operation.input.safeParse(input).success;
}

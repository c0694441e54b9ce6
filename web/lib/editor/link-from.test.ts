// Tests of links as people type them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkFrom } from './link-from.ts';

test('a host gets https, a mail address mailto, and what is no address is refused', () => {
  const links: [typed: string, link: string | undefined][] = [
    ['', ''],
    [' https://example.com/a?b#c ', 'https://example.com/a?b#c'],
    ['www.example.com', 'https://www.example.com'],
    ['example.com/news?a=1', 'https://example.com/news?a=1'],
    ['localhost.example:8080/x', 'https://localhost.example:8080/x'],
    ['müller.de', 'https://müller.de'],
    ['anna@example.com', 'mailto:anna@example.com'],
    ['/salon/anna', '/salon/anna'],
    ['tel:+37120000000', 'tel:+37120000000'],
    ['javascript:alert(1)', undefined],
    ['//evil.example', undefined],
    ['two words', undefined],
    ['salon', undefined],
    ['https://', undefined],
    ['example.com/two words', undefined],
  ];
  for (const [typed, link] of links) assert.equal(linkFrom(typed), link, typed);
});

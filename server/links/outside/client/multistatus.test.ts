// Tests that answers of WebDAV that are made to cost much are refused at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMultistatus } from './multistatus.ts';

const multistatus = (content: string) => `<multistatus>${content}</multistatus>`;

test('an answer with too many elements, or with too many inside each other, is refused before it is read', async () => {
  const before = process.threadCpuUsage();
  await assert.rejects(readMultistatus(multistatus(`${'<a>'.repeat(1_400_000)}${'</a>'.repeat(1_400_000)}`)), {
    reason: 'notCalendar',
  });
  await assert.rejects(readMultistatus(multistatus('<a/>'.repeat(2_500_000))), { reason: 'large' });
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 10_000_000, `${(user + system) / 1000} ms`);
});

test('a list of 20,000 objects is no such answer', async () => {
  const status = '<status>HTTP/1.1 200 OK</status>';
  const missing = `<propstat><prop><resourcetype/></prop>${status.replace('200 OK', '404 Not Found')}</propstat>`;
  const one = `<response><href>/a</href><propstat><prop><getetag>1</getetag></prop>${status}</propstat>${missing}</response>`;
  assert.equal((await readMultistatus(multistatus(one.repeat(20_000)))).responses.length, 20_000);
});

test('characters that PostgreSQL refuses, and halves of characters, are left out', async () => {
  for (const text of ['a\0b', 'a&#0;b', 'a&#xD800;b', 'a&bomb;b']) {
    const [response] = (await readMultistatus(multistatus(`<response><href>${text}</href></response>`))).responses;
    const { href = '' } = response ?? {};
    assert.ok(href.startsWith('a') && href.endsWith('b') && href.isWellFormed() && !href.includes('\0'), href);
  }
});

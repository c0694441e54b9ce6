// Tests that the check for plain English finds ruled-out words where people read them, and only there.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { archaicWords, weakSentences } from './plain-english.ts';

test('ruled-out words are found in comments, test titles, summaries, messages and guides, not in code', async () => {
  const found = await findIn(archaicWords, {
    'server/a.ts': "// Made a\u006eew.\nconst nobody = 'he';\ntest('so\u006debody calls', () => {});\n",
    'contract/b.ts': "  summary: 'Tells h\u0069m.',\n  /** Plain. */\n",
    'server/db/c.sql': '-- Kept for n\u006fbody.\nselect 1;\n',
    'i18n/en.json': '{\n  "himself": "Ask wh\u006fever is there.",\n  "logIn": "A text message to {{logIn}}"\n}\n',
    'README.md': 'H\u0065 signs in.\n',
  });
  assert.deepEqual(
    found.map((line) => line.replace(/:.*/s, '')),
    ['README.md', 'contract/b.ts', 'i18n/en.json', 'i18n/en.json', 'server/a.ts', 'server/a.ts', 'server/db/c.sql'],
  );
});

test('comments are refused that begin without a noun, begin a sentence with a relative clause, or are too long', async () => {
  const found = await findIn(weakSentences, {
    'server/a.ts':
      '// Wh\u0061t it does.\nconst what = 1; // Th\u006fse of a company.\n// Why it is done. It is fine here.\n',
    'server/b.ts':
      '/**\n * Calls it. Wh\u006f calls?\n * Wh\u006f calls it waits.\n */\n/** What? */\n// Writes what is\n// What.\n',
    'web/c.tsx': `  {/* It\u0020waits. */}\n  // ${'a '.repeat(60)}\nconst text = 'What';\n`,
    'server/company/sql/d.sql': 'select 1; -- Th\u0065y wait.\n',
  });
  assert.deepEqual(
    found.map((line) => line.replace(/: .*/s, '')),
    [
      'server/a.ts:1 begins with a relative clause',
      'server/a.ts:2 begins with a word that refers to nothing',
      'server/b.ts:1 begins with a relative clause',
      'server/company/sql/d.sql:1 begins with a word that refers to nothing',
      'web/c.tsx:1 begins with a word that refers to nothing',
      'web/c.tsx:2 is longer than 120 columns',
    ],
  );
});

/** Runs a check over a project of these files. */
async function findIn(check: (top: string) => Promise<string[]>, files: Record<string, string>): Promise<string[]> {
  const top = await mkdtemp(join(tmpdir(), 'daybook-words-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
    return await check(top);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

// Tests that the check for plain English finds ruled-out words where people read them, and only there.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { archaicWords } from './plain-english.ts';

test('ruled-out words are found in comments, test titles, summaries, messages and guides, not in code', async () => {
  const top = await mkdtemp(join(tmpdir(), 'daybook-words-'));
  const files: Record<string, string> = {
    'server/a.ts': "// Made a\u006eew.\nconst nobody = 'he';\ntest('so\u006debody calls', () => {});\n",
    'contract/b.ts': "  summary: 'Tells h\u0069m.',\n  /** Plain. */\n",
    'server/db/c.sql': '-- Kept for n\u006fbody.\nselect 1;\n',
    'i18n/en.json': '{\n  "himself": "Ask wh\u006fever is there.",\n  "logIn": "A text message to {{logIn}}"\n}\n',
    'README.md': 'H\u0065 signs in.\n',
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
    assert.deepEqual(
      (await archaicWords(top)).map((line) => line.replace(/:.*/s, '')),
      ['README.md', 'contract/b.ts', 'i18n/en.json', 'i18n/en.json', 'server/a.ts', 'server/a.ts', 'server/db/c.sql'],
    );
  } finally {
    await rm(top, { recursive: true, force: true });
  }
});

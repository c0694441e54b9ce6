// The house keeps its walls: the rules find what breaks them, and nothing here does.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brokenBoundaries } from './boundaries.ts';

test('every import of the project keeps to the rules', async () => {
  assert.deepEqual(await brokenBoundaries(fileURLToPath(new URL('..', import.meta.url))), []);
});

test('each rule names the import that breaks it', async () => {
  const top = await mkdtemp(join(tmpdir(), 'daybook-walls-'));
  const files: Record<string, string> = {
    'contract/a.ts': "import fs from 'node:fs';\n",
    'web/page.tsx': "import { x } from '#server/booking/public/store.ts';\n",
    'web/lib/dates.ts': "import { y } from '#web/site/home/home-page.tsx';\n",
    'server/lib/http/serve.ts': "import { z } from '#server/booking/book.ts';\n",
    'server/booking/book.ts': "import { q } from '#server/mail/store.ts';\nimport { w } from './other';\n",
    'server/mail/store.ts': "import { b } from './send.ts';\n",
    'server/mail/send.ts': "import { q } from './store.ts';\n",
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
    assert.deepEqual((await brokenBoundaries(top)).sort(), [
      'Imports go in a circle: server/mail/send.ts -> server/mail/store.ts.',
      'contract/a.ts imports node:fs: contract/ knows zod and itself only.',
      'server/booking/book.ts imports #server/mail/store.ts: a feature is reached through its verb files, not through its routes or its store.',
      'server/booking/book.ts imports ./other: imports name the file with its ending.',
      'server/lib/http/serve.ts imports #server/booking/book.ts: lib and db import no feature.',
      'web/lib/dates.ts imports #web/site/home/home-page.tsx: web/lib imports no feature.',
      'web/page.tsx imports #server/booking/public/store.ts: web/ never reaches into server/.',
    ]);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
});

// Tests of the import boundaries: the rules detect violations, and the project has none.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brokenBoundaries } from './boundaries.ts';

test('every import of the project follows the rules', async () => {
  assert.deepEqual(await brokenBoundaries(fileURLToPath(new URL('..', import.meta.url))), []);
});

/** The violations of a project of these files, in order. */
async function brokenIn(files: Record<string, string>, allowed: readonly string[] = []): Promise<string[]> {
  const top = await mkdtemp(join(tmpdir(), 'daybook-walls-'));
  try {
    for (const root of ['contract', 'server', 'web', 'device']) await mkdir(join(top, root));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
    return (await brokenBoundaries(top, allowed)).sort();
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

test('each rule names the import that violates it', async () => {
  const files: Record<string, string> = {
    'contract/a.ts': "import fs from 'node:fs';\n",
    'device/agent.mjs':
      "import { print } from './lib/print.mjs';\nimport fs from 'node:fs';\nimport { z } from 'zod';\n",
    'server/lib/print.ts': "import { print } from '../../device/lib/print.mjs';\n",
    'web/page.tsx': "import { x } from '#server/booking/public/store.ts';\n",
    'web/lib/dates.ts': "import { y } from '#web/site/home/home-page.tsx';\n",
    'web/odd/page.tsx': "import { x } from '#web/lib/dates.ts';\n",
    'server/config.ts': "import { s } from './messaging/mail/send.ts';\n",
    'server/lib/http/serve.ts': "import type { Config } from '#server/config.ts';\n",
    'server/booking/public/book.ts':
      "import { q } from '#server/messaging/mail/store.ts';\nimport { w } from './other';\n",
    'server/messaging/mail/store.ts': "import type { B } from './send.ts';\n",
    'server/messaging/mail/send.ts':
      "import { q } from './store.ts';\nimport type { K } from '#server/booking/public/book.ts';\n",
  };
  assert.deepEqual(await brokenIn(files), [
    'Import cycle: server/messaging/mail/send.ts -> server/messaging/mail/store.ts.',
    'contract/a.ts imports node:fs: contract/ imports only zod and itself.',
    'device/agent.mjs imports zod: device/ imports only Node and itself: it runs without packages.',
    "server/booking/public/book.ts imports #server/messaging/mail/store.ts: other features import a feature's verb files, not its routes or store.",
    'server/booking/public/book.ts imports ./other: imports include the file extension.',
    'server/config.ts imports ./messaging/mail/send.ts: config.ts imports no feature.',
    'server/lib/http/serve.ts imports #server/config.ts: only main.ts, app.ts, backup.ts and doctor.ts read the settings.',
    'server/lib/print.ts imports ../../device/lib/print.mjs: device/ is packed, not imported.',
    'server/messaging/mail/send.ts imports #server/booking/public/book.ts: an area imports only areas below it.',
    'web/lib/dates.ts imports #web/site/home/home-page.tsx: an area imports only areas below it.',
    'web/odd/page.tsx imports #web/lib/dates.ts: the order of areas (tools/boundaries.ts) lists every area.',
    'web/page.tsx imports #server/booking/public/store.ts: web/ does not import server/.',
  ]);
});

test('features of one area have an order: circles of any length are refused, over types and imports on demand, too', async () => {
  const files = {
    'server/booking/public/book.ts': "import { s } from '#server/booking/visits/save.ts';\n",
    'server/booking/public/lock.ts': 'export const lock = 1;\n',
    'server/booking/visits/save.ts': "import type { P } from '#server/booking/calendar/plan.ts';\n",
    'server/booking/calendar/plan.ts': "const { lock } = await import('#server/booking/public/lock.ts');\n",
    'web/booking/public/page.tsx': "import { p } from '#web/booking/visits/part.tsx';\n",
    'web/booking/visits/part.test.tsx': "import { p } from '#web/booking/public/page.tsx';\n",
  };
  const circle =
    'Features import each other: server/booking/calendar -> server/booking/public -> server/booking/visits (' +
    'server/booking/calendar/plan.ts imports server/booking/public/lock.ts, ' +
    'server/booking/public/book.ts imports server/booking/visits/save.ts, ' +
    'server/booking/visits/save.ts imports server/booking/calendar/plan.ts).';
  assert.deepEqual(await brokenIn(files), [circle]);
  assert.deepEqual(await brokenIn(files, ['server/booking/calendar -> server/booking/public']), []);
});

test('an allowed import between features that closes no circle has to leave the list', async () => {
  const files = { 'web/booking/public/page.tsx': "import { p } from '#web/booking/visits/part.tsx';\n" };
  const allowed = ['web/booking/public -> web/booking/visits', 'web/booking/visits -> web/booking/team'];
  assert.deepEqual(
    await brokenIn(files, allowed),
    allowed.map((arrow) => `${arrow} closes no circle: remove it from the allowed imports.`),
  );
});

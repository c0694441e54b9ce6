// Tests that charts stay small: their own code and styles, without React, Mantine and what else every page has.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

test('charts take at most 8 KB of a page, compressed', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: join(import.meta.dirname, 'chart.tsx'), formats: ['es'] },
      rollupOptions: { external: /^[^./]/ },
    },
  });
  const [{ output }] = [built].flat() as unknown as [
    { output: ({ code: string } | { source: string | Uint8Array })[] },
  ];
  const sizes = output.map((file) => gzipSync('code' in file ? file.code : file.source).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  assert.ok(sizes.length >= 2 && size > 1_000, 'code and styles');
  assert.ok(size <= 8_192, `${size} bytes`);
});

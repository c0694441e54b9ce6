// Tests of the files that a page's head links to.
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { listPages } from '#contract/list-pages.ts';
import { linksFor, preloadsOf } from './preloads.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_core.js'], css: ['assets/index.css'] },
  '_core.js': { file: 'assets/core.js' },
  '_button.js': { file: 'assets/button.js', imports: ['_core.js'], css: ['assets/button.css'] },
  'home/home-page.tsx': { file: 'assets/home.js', imports: ['_core.js', '_button.js'], css: ['assets/home.css'] },
  'map/map-view.tsx': { file: 'assets/map.js' },
};

test('a page links to its imports once, but not to those of the entry or dynamic ones', () => {
  const links = linksFor(manifest, ['home/home-page.tsx', 'home/home-page.tsx', 'gone.tsx'], false);
  const named = [...links.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(([, rel, href]) => [
    rel,
    href,
  ]);
  assert.deepEqual(named, [
    ['stylesheet', '/assets/home.css'],
    ['stylesheet', '/assets/button.css'],
    ['modulepreload', '/assets/home.js'],
    ['modulepreload', '/assets/button.js'],
  ]);
});

test('on a server-rendered page the scripts wait, the styles do not', () => {
  const links = linksFor(manifest, ['home/home-page.tsx'], true);
  assert.doesNotMatch(links, /modulepreload/);
  assert.match(links, /<link rel="later" crossorigin href="\/assets\/home.js">/);
  assert.match(links, /<link rel="stylesheet" crossorigin href="\/assets\/home.css">/);
});

test('every page of the table exists', async () => {
  const source = await readFile(new URL('./preloads.ts', import.meta.url), 'utf8');
  const names = [...source.matchAll(/'((?:[a-z-]+\/)*[a-z-]+\.tsx?)'/g)].map(([, name]) => name);
  assert.ok(names.length > 10);
  for (const name of names) assert.ok(existsSync(new URL(`../../../web/${name}`, import.meta.url)), name ?? '');
});

test('every list has its page: one file of that name, which exports the component', async () => {
  const web = new URL('../../../web/', import.meta.url).pathname;
  const files = Map.groupBy(globSync('*/**/*.{ts,tsx}', { cwd: web }), (path) => basename(path));
  assert.ok(listPages.size > 30);
  for (const [address, { file, component }] of listPages) {
    const [path = '', ...others] = files.get(file) ?? [];
    assert.deepEqual([path !== '', others], [true, []], `${address}: ${file}`);
    assert.match(
      await readFile(join(web, path), 'utf8'),
      new RegExp(`export (function|const) ${component}\\b`),
      address,
    );
  }
});

test('the page of a list is named in the head as well', async () => {
  const root = await mkdtemp(join(tmpdir(), 'daybook-preloads-'));
  await mkdir(join(root, '.vite'));
  const built = { ...manifest, 'operations/languages/languages-page.tsx': { file: 'assets/languages-page.js' } };
  await writeFile(join(root, '.vite/manifest.json'), JSON.stringify(built));
  const links = await preloadsOf(root)('/app/system/general-stuff/', 'en', false);
  await rm(root, { recursive: true });
  assert.match(links, /modulepreload" crossorigin href="\/assets\/languages-page.js"/);
});

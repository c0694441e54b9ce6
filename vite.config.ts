// Builds the browser part; with `--dev`, serves it.
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, minify, type Plugin, transformWithOxc } from 'vite';
import { listPages } from './contract/list-pages.ts';
import { type MessagesPart, pickPart } from './i18n/parts.ts';
import { chunks } from './tools/web-chunks.ts';
import { tokensCss } from './web/tokens.ts';

const serif = fileURLToPath(new URL('web/fonts/newsreader.woff2', import.meta.url));

/**
 * Inserts the tokens into the head, and preloads the two faces: that of the text, which every page needs for its first
 * words, and by a script that of the headings.
 */
const pageHead: Plugin = {
  name: 'daybook-page-head',
  async buildStart() {
    if (this.environment.mode !== 'build') return;
    this.emitFile({ type: 'asset', name: 'newsreader.woff2', source: await readFile(serif) });
  },
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const tags: HtmlTagDescriptor[] = [{ tag: 'style', children: tokensCss(), injectTo: 'head' }];
      const face = Object.keys(bundle ?? {}).find((name) => /inter-latin-[\w-]+\.woff2$/.test(name));
      if (face) {
        const attrs = { rel: 'preload', href: `/${face}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        tags.push({ tag: 'link', attrs, injectTo: 'head' });
      }
      const headings = Object.keys(bundle ?? {}).find((name) => /newsreader-[\w-]+\.woff2$/.test(name));
      const script = `<script data-face="/${headings ?? 'fonts/newsreader.woff2'}">${await faceScript()}</script>`;
      return { html: html.replace('<!--face-->', () => script), tags };
    },
  },
};

async function faceScript(): Promise<string> {
  const path = fileURLToPath(new URL('web/face-script.ts', import.meta.url));
  const { code } = await transformWithOxc(`{${await readFile(path, 'utf8')}}`, path);
  return (await minify(path, code)).code.trim();
}

/** `i18n/en.json?public` and `?app`: the parts of a language file that `i18n/parts.ts` describes. */
const wordsParts: Plugin = {
  name: 'daybook-words-parts',
  enforce: 'pre',
  async load(id) {
    const [path = '', part] = id.split('?');
    if (!/\/i18n\/\w+\.json$/.test(path) || (part !== 'public' && part !== 'app')) return null;
    this.addWatchFile(path);
    const words = pickPart(JSON.parse(await readFile(path, 'utf8')), part satisfies MessagesPart);
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(words))});`, moduleType: 'js' };
  },
};

/** `virtual:list-pages`: the address of every list with the loader of its page, which stays a file of its own. */
const listRoutes: Plugin = {
  name: 'daybook-list-routes',
  resolveId: (id) => (id === 'virtual:list-pages' ? '\0list-pages' : undefined),
  async load(id) {
    if (id !== '\0list-pages') return null;
    const paths = new Map<string, string>();
    for await (const path of glob('web/*/**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
      paths.set(path.slice(path.lastIndexOf('/') + 1), path.slice('web'.length));
    }
    const lines = [...listPages].map(([address, { file, component }]) => {
      const path = paths.get(file);
      if (!path) throw new Error(`The page of ${address} is not there: no file of web/ is called ${file}.`);
      return `[${JSON.stringify(address)}, () => import(${JSON.stringify(path)}), ${JSON.stringify(component)}],`;
    });
    return { code: `export const listPages = [${lines.join('\n')}];`, moduleType: 'js' };
  },
};

/**
 * FullCalendar 7 scrolls to the first hour after it has measured its rows, also when the calendar is gone by then: an
 * uncaught TypeError for a person who leaves the page at that moment. Fails when a new version no longer has the line.
 */
const scrollOfAGoneCalendar: Plugin = {
  name: 'daybook-scroll-of-a-gone-calendar',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /@fullcalendar\/react\/chunks\// },
    handler(code) {
      if (!code.includes('this.applyTimeScroll = ')) return null;
      const line = 'if (y != null) {\n                timeScroller.scrollTo({ y });';
      if (!code.includes(line)) throw new Error('FullCalendar has changed: see whether this mend is still needed.');
      return { code: code.replace(line, line.replace('y != null', 'y != null && timeScroller')), map: null };
    },
  },
};

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: fileURLToPath(new URL('web/', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite/', import.meta.url)),
  plugins: [react(), pageHead, wordsParts, listRoutes, scrollOfAGoneCalendar],
  // Replaces zod by a small stand-in; `web/lib/client/contract-names.test.ts` compares the two.
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('web/lib/client/contract-names.ts', import.meta.url)) },
    ],
  },
  server: { fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] } },
  build: {
    outDir: fileURLToPath(new URL('dist/web/', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    assetsInlineLimit: 0,
    // The library of the map is one file (kB); a first start would warn of it (`e2e/first-load.test.ts`).
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks() },
      },
    },
  },
});

// How the browser part is built and, with `--dev`, served.
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { listPages } from './contract/list-pages.ts';
import { type MessagesPart, pickPart } from './web/i18n-parts.ts';
import { tokensCss } from './web/tokens.ts';

/** Puts the tokens into the head, and asks for the text face early: it is needed for the first words on every page. */
const pageHead: Plugin = {
  name: 'daybook-page-head',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const tags: HtmlTagDescriptor[] = [{ tag: 'style', children: tokensCss(), injectTo: 'head' }];
      const face = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
      if (face) {
        const attrs = { rel: 'preload', href: `/${face}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        tags.push({ tag: 'link', attrs, injectTo: 'head' });
      }
      return tags;
    },
  },
};

/** `i18n/en.json?public` and `?app`: the parts of a language file that `web/i18n-parts.ts` describes. */
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

/** `virtual:list-pages`: the address of every list and what loads its page. A list's own code stays a file of its own. */
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

/** What every public page needs comes in one file, not in forty crumbs: on a phone each request costs more than its bytes. */
const core = [
  /node_modules\/(react|react-dom|scheduler|clsx|i18next|react-i18next|use-sync-external-store|@tanstack\/[\w-]+)\//,
  /@mantine\/core\/esm\/(core|utils\/InlineInput)\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Button|CloseButton|Loader|Skeleton|Transition|UnstyledButton)\//,
  /@mantine\/hooks\/esm\/(utils|use-(callback-ref|debounced-callback|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion|uncontrolled))\b/,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /\/contract\/(lib\/|(files|places|booking\/public|identity\/sign-in|site\/(application|home))\.ts)/,
  /\/web\/(theme|tokens)\.ts$/,
  /\/web\/lib\/[^/]+$/,
  /\/web\/lib\/client\/(?!current-user|menu)/,
  /\/web\/lib\/forms\/(drafts|form-keys)/,
  /\/web\/lib\/ui\/(ask|colour-scheme|html-frame|page|plain-header|portrait|section|social-site|toast|try-again|use-|wordmark)/,
  /\/web\/identity\/privacy\/cookie-bar/,
  /\/web\/shell\/(language-chooser|public-|scheme-toggle)/,
];
/** Parts of these that only some pages use. */
const notCore = /TransWithoutContext|Trans\.js|[iI]nfiniteQuer|useBlocker|Block\.js/;
/** What brings everything else must come before it. */
const isLoader = (id: string) => /vite\/preload-helper/.test(id);
const isCore = (id: string) => core.some((pattern) => pattern.test(id)) && !notCore.test(id);

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: fileURLToPath(new URL('web/', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite/', import.meta.url)),
  plugins: [react(), pageHead, wordsParts, listRoutes],
  // The contract's names without zod's weight; `web/lib/client/contract-names.test.ts` keeps the two alike.
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
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'load', test: isLoader, priority: 1 },
            { name: 'core', test: isCore },
            // Small parts that every form needs together.
            { name: 'forms', test: /\/web\/lib\/forms\// },
          ],
        },
      },
    },
  },
});

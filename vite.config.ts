// How the browser part is built and, with `--dev`, served.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
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

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  root: fileURLToPath(new URL('web/', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite/', import.meta.url)),
  plugins: [react(), pageHead],
  // The contract's names without zod's weight; `web/lib/contract-names.test.ts` keeps the two alike.
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('web/lib/contract-names.ts', import.meta.url)) }],
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
        // What every page needs, in one file instead of a dozen crumbs.
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/ },
          ],
        },
      },
    },
  },
});

// Development: Vite serves the browser part from its sources and reloads changes.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageTemplate } from './pages.ts';

const top = fileURLToPath(new URL('../../../', import.meta.url));

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface Development {
  template: PageTemplate;
  middleware: Middleware;
  close(): Promise<void>;
}

export async function openDevelopment(): Promise<Development> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(top, 'vite.config.ts'),
    server: { middlewareMode: true },
    appType: 'custom',
  });
  return {
    template: async (url) => vite.transformIndexHtml(url, await readFile(join(top, 'web/index.html'), 'utf8')),
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}

// Makes the application installable: its manifest, its icons, and the page that says that there is no connection.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';
import { refusalPage } from '#server/lib/http/refusal-page.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { translate } from '#server/lib/i18n.ts';
import { parseSender } from '#server/lib/one-line.ts';

const iconFiles = ['icon-192.png', 'icon-512.png', 'icon-maskable-192.png', 'icon-maskable-512.png'];
/** The paper of `web/tokens.ts`, as the first thing that the installed application shows. */
const paper = '#FCFBF8';
/** Seconds after which the page without a connection tries again. */
const retryAfter = 15;

/** `root` is the folder of the built browser part; in development, Vite serves its files. */
export function installedApp(server: FastifyInstance, { services, root }: { services: Services; root?: string }): void {
  server.get('/app/manifest.webmanifest', (request, reply) => {
    const { language } = contextOf(services, request).visitor;
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .send(JSON.stringify(manifest(services.config, language)));
  });
  // The service worker stores it; `noindex` and the address of the reader are those of the page that failed.
  server.get('/app/offline', (request, reply) => {
    const { language } = contextOf(services, request).visitor;
    const page = refusalPage({
      language,
      message: translate(language, 'page.offline'),
      again: translate(language, 'static.tryAgain'),
      retryAfter,
    });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
  if (!root) return;
  for (const file of iconFiles) {
    server.get(`/app/${file}`, (_request, reply) => reply.sendFile(`app/${file}`, root));
  }
}

function manifest({ mailFrom }: Config, language: string) {
  const name = parseSender(mailFrom).name || 'Daybook';
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/app/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/app/home',
    name,
    short_name: name.length > 12 ? (name.split(' ', 1)[0] ?? name) : name,
    description: translate(language, 'page.description'),
    lang: language,
    start_url: '/app/home',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  };
}

// The page that shows what the simulated printer of the demo has printed. For the person at this machine only.
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { hideFromOthers, isLoopback } from '#server/lib/http/local-only.ts';
import { localeOf, negotiateLanguage, translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { simulatedPapers } from './simulated-printer.ts';

/** Papers name customers, and the accounts of a demo have known passwords. */
export function showsPapers({ config }: Pick<Services, 'config'>): boolean {
  return config.demo && isLoopback(config.host);
}

/** Adds `/demo/printer`, where it is allowed; elsewhere does nothing. */
export async function demoPaperPages(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  if (!showsPapers(services)) return;
  hideFromOthers(server);
  server.get('/demo/printer', async (request, reply) => {
    const language = negotiateLanguage(request.cookies['daybook-language'], request.headers['accept-language']);
    const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' });
    const say = (code: 'title' | 'lead' | 'none') => escapeHtml(translate(language, `paperTray.${code}`));
    const papers = simulatedPapers(services).map(({ id, printedAt }) => {
      const when = escapeHtml(time.format(printedAt.epochMilliseconds));
      return `<figure><img src="/demo/printer/${id}.png" alt="${when}"><figcaption>${when}</figcaption></figure>`;
    });
    const body = papers.length > 0 ? `<div class="papers">${papers.join('')}</div>` : `<p>${say('none')}</p>`;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page({ language, title: say('title'), lead: say('lead'), body }));
  });
  server.get<{ Params: { name: string } }>('/demo/printer/:name', async ({ params }, reply) => {
    const paper = simulatedPapers(services).find(({ id }) => params.name === `${id}.png`);
    if (!paper) throw notFound();
    return reply.type('image/png').header('cache-control', 'no-store').send(paper.png);
  });
}

interface PaperPage {
  language: string;
  /** Escaped, as the rest. */
  title: string;
  lead: string;
  body: string;
}

/** Asks for new papers as often as the printer does. */
const page = ({ language, title, lead, body }: PaperPage) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="5">
<title>${title} · Daybook</title>
<style>
:root { color-scheme: light dark; --paper: #FCFBF8; --ink: #1E2126; --soft: #5F646C; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161A; --ink: #E9E6DF; --soft: #A9ABB0; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.6 Inter, system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 40px 16px 56px; }
h1 { margin: 0 0 8px; font: 500 28px/1.25 Newsreader, Georgia, serif; }
p, figcaption { color: var(--soft); }
.papers { display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start; margin-top: 24px; }
figure { margin: 0; max-width: 100%; }
img { display: block; width: 320px; max-width: 100%; padding: 12px; background: #FFF; box-shadow: 0 1px 4px rgb(0 0 0 / 25%); box-sizing: border-box; }
figcaption { margin-top: 6px; font-size: 14px; }
</style>
</head>
<body><main><h1>${title}</h1><p>${lead}</p>${body}</main></body>
</html>`;

// The page that a browser shows when the server cannot serve one now: it says why, and loads again by itself.
import type { FastifyRequest } from 'fastify';

/** Colours and type of the product; the files of the browser part may be refused too. */
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:0 24px;
background:light-dark(#FCFBF8,#14161A);color:light-dark(#16263C,#DCE1E9);font:16px/1.6 Inter,system-ui,sans-serif}
h1{margin:0 0 8px;font:500 28px/1.2 Georgia,serif}p{margin:0;max-width:32em}
a{color:light-dark(#1F3A5F,#93AFCF)}a+p,p+p{margin-top:16px}`;

/**
 * True for the address bar or a link of a browser, which shows the answer as it is. Of calls, only for those to which
 * our own pages lead, such as downloads: the page loads its address again as one of ours, which must repeat no other
 * site's link.
 */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isCall = /^\/api(\/|$)/i.test(url);
  const isOwnLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-site'] === 'same-origin';
  return method === 'GET' && (!isCall || isOwnLink) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** `retryAfter` is in seconds. */
export function refusalPage(words: { language: string; message: string; again: string; retryAfter: number }): string {
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${words.retryAfter}"><title>Daybook</title><style>${style}</style></head>
<body><main><h1>Daybook</h1><p>${words.message}</p><p><a href="">${words.again}</a></p></main></body></html>`;
}

// The security headers of every answer: own scripts only, no framing, no type sniffing, no caching of API answers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { CaptchaProvider } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';

// Only the map uses a feature of the device: the visitor's position, on request.
const permissions = 'geolocation=(self), camera=(), microphone=(), payment=()';

/** Hosts of the scripts and frames on the registration page, by captcha service. */
const captchaHosts: Record<CaptchaProvider, string[]> = {
  altcha: [],
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://js.hcaptcha.com', 'https://*.hcaptcha.com'],
  recaptcha: ['https://www.google.com', 'https://www.gstatic.com'],
};

/** For answers sent before anything else, which are not pages. */
export const minimalHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions,
};

/** `scripts` are the hashes of scripts inside pages. */
export function secureHeaders(
  server: FastifyInstance,
  { services, scripts, development }: { services: Services; scripts: readonly string[]; development: boolean },
): void {
  const { map } = services.config;
  // With tiles of its own, the map loads nothing from outside.
  const tiles = map.tiles ? [] : [new URL(map.styleUrl).origin];
  const captcha = captchaHosts[services.config.captcha.provider];
  const https = services.publicUrl.startsWith('https:');
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // In development, the reloader of changed sources writes inline scripts into the page.
        scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", ...scripts, ...captcha],
        ...(captcha.length ? { frameSrc: ["'self'", ...captcha] } : {}),
        // Components set sizes and colours with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        fontSrc: ["'self'"],
        connectSrc: development ? ["'self'", ...tiles, 'ws:'] : ["'self'", ...tiles, ...captcha],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: https ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  const headers = { ...headersOf(setHeaders), 'permissions-policy': permissions };
  // Set early: answers that bypass the usual path (a stream, a hook that refuses) need them, too.
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  server.addHook('onSend', async (request, reply) => {
    if (/^\/api\//i.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/**
 * The headers that the middleware sets. They are the same for every request; computing each took two percent of a
 * booking.
 */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response: Pick<ServerResponse, 'setHeader' | 'removeHeader'> = {
    setHeader(name, value) {
      headers[name.toLowerCase()] = String(value);
      return this as ServerResponse;
    },
    removeHeader() {},
  };
  middleware({} as IncomingMessage, response as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

// (f) Measures whether the response time reveals an existing account: signing in, a forgotten password, signing up.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { startChild } from './lib/child.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const tries = 200;
const maxDifferenceMs = 5;
const password = 'seven roses on a wall';

/** The body for a login, and the expected status. */
const endpoints: { name: string; path: string; status: number; body: (logIn: string) => object }[] = [
  {
    name: 'Authenticate, wrong password',
    path: 'user/Authenticate',
    status: 417,
    body: (logIn) => ({ LogIn: logIn, Password: 'not the password' }),
  },
  { name: 'ResetPassword', path: 'user/ResetPassword', status: 204, body: (logIn) => ({ EMail: logIn }) },
  {
    name: 'Create',
    path: 'user/Create',
    status: 204,
    body: (logIn) => ({ LogIn: logIn, Password: password, CaptchaResponse: 'a person', Plan: 1 }),
  },
];

export async function benchEnumeration(world: World): Promise<Row[]> {
  await world.services.database.write
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .execute();
  const captcha = await openCaptchaService();
  const app = await startChild('serve-app.ts', [
    world.embedded.url,
    world.services.config.dataDir,
    // Solving our own captcha would take longer than the measured call, and 503 of a busy machine would spoil the
    // comparison.
    JSON.stringify({
      MAX_DELAY_MS: '0',
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'bench',
      CAPTCHA_SECRET: 'bench',
      CAPTCHA_URL: captcha.url,
    }),
  ]);
  const rows: Row[] = [];
  try {
    for (const endpoint of endpoints) {
      const knownTimes: number[] = [];
      const unknownTimes: number[] = [];
      const bodies = new Set<string>();
      for (let turn = -5; turn < tries; turn++) {
        const logIn = world.people[(turn + 5) % world.people.length]?.logIn ?? '';
        // Alternates the order: neither benefits from warm caches.
        const pair = [
          { logIn, times: knownTimes },
          { logIn: `nobody-${endpoint.status}-${turn + 5}-${endpoint.path.length}@example.org`, times: unknownTimes },
        ];
        for (const { logIn: attempted, times } of turn % 2 ? pair : pair.toReversed()) {
          // Resets the limits, which count before any lookup, to allow 400 attempts.
          await world.services.database.write.deleteFrom('throttles').execute();
          const startedAt = performance.now();
          const answer = await fetch(`${app.url}/api/${endpoint.path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(endpoint.body(attempted)),
          });
          bodies.add(`${answer.status} ${await answer.text()}`);
          if (turn >= 0) times.push(performance.now() - startedAt);
        }
      }
      const [only = ''] = bodies;
      const same = bodies.size === 1 && only.startsWith(`${endpoint.status} `);
      const difference = Math.abs(median(knownTimes) - median(unknownTimes));
      rows.push({
        label: `${endpoint.name}: medians of ${tries} attempts each, existing and unknown`,
        value: `${median(knownTimes).toFixed(1)} ms, ${median(unknownTimes).toFixed(1)} ms; ${same ? 'one answer' : `answers: ${[...bodies].join(' / ')}`}`,
        target: `one answer, <= ${maxDifferenceMs} ms apart`,
        isMet: same && difference <= maxDifferenceMs,
      });
    }
    return rows;
  } finally {
    await app.close();
    await captcha.close();
  }
}

/** A captcha service that accepts every answer. */
async function openCaptchaService(): Promise<{ url: string; close(): Promise<void> }> {
  const service = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"success":true}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/siteverify`,
    async close() {
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    },
  };
}

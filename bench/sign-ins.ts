// Measures the delay of other calls during a burst of sign-ins.
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const burst = 200;
const password = 'a good password';

/** 200 people sign in at the same moment; eight clients keep sending a colleague's small calls. */
export async function benchSignIns(world: World): Promise<Row[]> {
  const [first] = world.people;
  if (!first) throw new Error('Nobody works here.');
  const location = {
    id: first.locationId,
    companyId: first.companyId,
    name: '',
    urlName: first.locationUrlName,
    timeZone: first.timeZone,
    geolocationId: null,
  };
  for (let i = 0; i < burst; i++)
    await buildEmployee(world.services, location, { logIn: `burst-${i}@daybook.test`, password });
  const { cookie } = await signIn(world.services, first);
  const app = await startChild('serve-app.ts', [
    world.embedded.url,
    tmpdir(),
    JSON.stringify({ TRUST_PROXY: 'loopback' }),
  ]);
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: 300 });
    const menu = () => send(agent, 'GET', `${app.url}/api/user/GetCurrent`, { cookie });
    for (let i = 0; i < 50; i++) await menu();
    let signingIn = true;
    const times: number[] = [];
    const others = Array.from({ length: 8 }, async () => {
      while (signingIn) {
        const start = performance.now();
        if ((await menu()) !== 200) throw new Error('Another call was refused.');
        times.push(performance.now() - start);
      }
    });
    const start = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: burst }, (_, i) => {
        // Each from its own address, like a crowd.
        const headers = { 'x-forwarded-for': `198.51.100.${i}` };
        return send(agent, 'POST', `${app.url}/api/user/Authenticate`, headers, {
          LogIn: `burst-${i}@daybook.test`,
          Password: password,
        });
      }),
    );
    const took = performance.now() - start;
    signingIn = false;
    await Promise.all(others);
    const p99 = percentile(times, 0.99);
    const count = (status: number) => statuses.filter((one) => one === status).length;
    const allAnswered = count(200) + count(503) + count(429) === burst;
    return [
      {
        label: `${burst} sign-ins at once: signed in, asked to retry in a few seconds`,
        value: `${count(200)}, ${count(503) + count(429)} in ${took.toFixed(0)} ms`,
        target: 'all answered',
        isMet: allAnswered,
      },
      {
        label: 'Small calls of others during the burst (GetCurrent, 8 clients)',
        value: `${times.length} calls, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
        target: 'p99 < 1000 ms',
        isMet: p99 < 1000,
      },
    ];
  } finally {
    await app.close();
  }
}

function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<number> {
  const text = body ? JSON.stringify(body) : '';
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

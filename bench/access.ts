// Measures the cost of a session, its rights and row-level security in a small call.
import autocannon from 'autocannon';
import { signIn } from '#server/testing/build.ts';
import { startChild } from './lib/child.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const rounds = 5;
const seconds = 3;
const connections = 16;

export async function benchAccess(world: World): Promise<Row[]> {
  const [person] = world.people;
  if (!person) throw new Error('Nobody to ask.');
  const { cookie } = await signIn(world.services, person);
  const server = await startChild('serve-access.ts', [world.embedded.url, person.companyId]);
  const rate = async (name: string, duration = seconds) => {
    const result = await autocannon({
      url: `${server.url}/api/bench/${name}`,
      duration,
      connections,
      headers: { cookie },
    });
    if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed: ${name}`);
    return result.requests.average;
  };
  try {
    for (const name of ['Open', 'SignedIn', 'Beneath']) await rate(name, 2);
    const rates: Record<'open' | 'signedIn' | 'beneath', number[]> = { open: [], signedIn: [], beneath: [] };
    for (let round = 0; round < rounds; round++) {
      rates.open.push(await rate('Open'));
      rates.signedIn.push(await rate('SignedIn'));
      rates.beneath.push(await rate('Beneath'));
    }
    const ratios = (slow: number[], fast: number[]) =>
      median(fast.map((url, round) => url / (slow[round] ?? Number.NaN)));
    const access = ratios(rates.signedIn, rates.open);
    return [
      {
        label: `The locations of a company, without a session, ${connections} connections`,
        value: `${median(rates.open).toFixed(0)} requests/s`,
      },
      { label: 'The same, with session and permission', value: `${median(rates.signedIn).toFixed(0)} requests/s` },
      {
        label: 'The same, also in a transaction with row-level security',
        value: `${median(rates.beneath).toFixed(0)} requests/s`,
      },
      {
        label: `Cost of session and permission, median of ${rounds} pairs`,
        value: access.toFixed(2),
        target: '<= 1.3',
        isMet: access <= 1.3,
      },
      { label: 'Cost of row-level security on top', value: ratios(rates.beneath, rates.signedIn).toFixed(2) },
    ];
  } finally {
    await server.close();
  }
}

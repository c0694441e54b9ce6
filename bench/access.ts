// Measures the cost of a session, its rights and row-level security in a small call.
import autocannon from 'autocannon';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const pairs = 25;
const perLoad = 1_500;
const connections = 16;

export async function benchAccess(world: World): Promise<Row[]> {
  const [person] = world.people;
  if (!person) throw new Error('Nobody to ask.');
  const { cookie } = await signIn(world.services, person);
  const server = await startChild('serve-access.ts', [world.embedded.url, person.companyId]);
  const load = (name: string) => async () => {
    const start = performance.now();
    // Without a short interval, the result comes up to a second after the last answer.
    const result = await autocannon({
      url: `${server.url}/api/bench/${name}`,
      amount: perLoad,
      sampleInt: 10,
      connections,
      headers: { cookie },
    });
    if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed: ${name}`);
    return perLoad / ((performance.now() - start) / 1_000);
  };
  try {
    for (const name of ['Open', 'SignedIn', 'Beneath']) for (let time = 0; time < 3; time++) await load(name)();
    const session = await pairsOf(pairs, load('Open'), load('SignedIn'));
    const company = await pairsOf(pairs, load('SignedIn'), load('Beneath'));
    const perSecond = (rate: number) => `${rate.toFixed(0)} requests/s`;
    return [
      {
        label: `The locations of a company, without a session, ${connections} connections`,
        value: perSecond(session.rates[0]),
      },
      { label: 'The same, with session and permission', value: perSecond(session.rates[1]) },
      { label: 'The same, also in a transaction with row-level security', value: perSecond(company.rates[1]) },
      ratioRow('Cost of session and permission', session.ratios, { max: 1.3 }),
      ratioRow('Cost of row-level security on top', company.ratios),
    ];
  } finally {
    await server.close();
  }
}

// How long small calls and free times of one company take while another company keeps the process busy: each load
// beside its own quiet value, in one run.
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import { measureCalls } from './lib/measure-calls.ts';
import { loads } from './lib/neighbour-loads.ts';
import { percentile, type Row } from './lib/report.ts';
import { prepareLoad } from './lib/send-load.ts';
import type { World } from './lib/world.ts';

/** Of each measurement (ms). */
const quietTime = 3_000;
const loadedTime = 5_000;
const maxRatio = 2;
const contactCount = 20_000;

export async function benchNeighbours(world: World): Promise<Row[]> {
  const { services } = world;
  const options = { sessionActiveMinutes: 1440, actions: ['admin'] };
  const quiet = await buildBusiness(services, { ...options, horizonDays: 730 });
  const [first] = world.people;
  if (!first) throw new Error('The world has people.');
  const { locationId: id, companyId, locationUrlName: urlName, timeZone } = first;
  const busy = await buildEmployee(
    services,
    { id, companyId, urlName, timeZone, name: 'Riga', geolocationId: null },
    options,
  );
  await fill(world, companyId, quiet.employee);
  const app = await startChild('serve-app.ts', [world.embedded.url, services.config.dataDir]);
  try {
    const { cookie: quietCookie } = await signIn(services, quiet.employee);
    const { cookie } = await signIn(services, busy);
    const month = new URLSearchParams({
      locationUrlName: quiet.employee.locationUrlName,
      userUrlName: quiet.employee.urlName,
      start: world.monthStart.toString(),
      end: world.monthEnd.toString(),
    });
    const calls = {
      'a small call': `${app.url}/api/user/GetCurrent`,
      'free times': `${app.url}/api/publiccalendars/GetSlots?${month}`,
    };
    const ask = (time: number) => measureCalls(Object.values(calls), quietCookie, time);
    // Connections, caches and code that is compiled once.
    await ask(2 * quietTime);
    const rows: Row[] = [];
    for (const name of Object.keys(loads)) {
      await services.database.write.deleteFrom('throttles').execute();
      const running = await prepareLoad({ name, url: app.url, cookie });
      const before = await ask(quietTime);
      running.begin();
      const during = await ask(loadedTime);
      const answers = await running.end();
      for (const [index, call] of Object.keys(calls).entries()) {
        rows.push(rowOf(`${name} (${answers}): ${call} of another company`, before[index] ?? [], during[index] ?? []));
      }
    }
    return rows;
  } finally {
    await app.close();
  }
}

function rowOf(label: string, before: number[], during: number[]): Row {
  const [p50, p95] = [0.5, 0.95].map((p) => [percentile(before, p), percentile(during, p)] as const);
  if (!p50 || !p95) throw new Error('Two percentiles are measured.');
  const ratio = p95[1] / p95[0];
  const times = ([quiet, loaded]: readonly [number, number]) => `${quiet.toFixed(1)} to ${loaded.toFixed(1)} ms`;
  return {
    label,
    value: `p50 ${times(p50)}, p95 ${times(p95)}: ${ratio.toFixed(2)} times`,
    target: `<= ${maxRatio} times`,
    isMet: ratio <= maxRatio,
  };
}

async function fill(
  world: World,
  companyId: string,
  person: { companyId: string; calendarId: string; locationId: string },
) {
  const client = await world.services.database.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into contacts (company_id, id, name, e_mail, phone_number)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.org', '+371 2' || lpad(n::text, 7, '0')
     from generate_series(1, $2::int) n`,
    [companyId, contactCount],
  );
  const { companyId: own, calendarId, locationId } = person;
  const start = world.monthStart.add({ hours: 7 }).toString();
  await client.query(insertManyVisits, [own, calendarId, locationId, 300, start, 10, '50 minutes']);
  await client.query('vacuum analyze');
  await client.end();
}

// How long small calls and free times of one company take while another company keeps the process busy: each load
// beside its own quiet value, in one run.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { startChild } from './lib/child.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

/** Of each measurement (ms). */
const quietTime = 3_000;
const loadedTime = 5_000;
/** Clients that measure, and their rest between two calls (ms): a company at work, not a flood. */
const clients = 2;
const interval = 10;
const maxRatio = 2;
const contactCount = 20_000;
/** The most bytes of an upload. */
const maxPicture = 10 * 2 ** 20;

/** A request of the busy company. */
interface Call {
  path: string;
  body?: Buffer;
  type?: string;
}

interface Load {
  /** Requests at the same time. */
  clients: number;
  /** Returns the next request. */
  next: () => Call;
}

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
    const ask = (time: number) => measure(Object.values(calls), quietCookie, time);
    // Connections, caches and code that is compiled once.
    await ask(2 * quietTime);
    const rows: Row[] = [];
    for (const [label, load] of Object.entries(await loadsOf())) {
      await services.database.write.deleteFrom('throttles').execute();
      const before = await ask(quietTime);
      const running = run(load, app.url, cookie);
      const during = await ask(loadedTime);
      const answers = await running.end();
      for (const [index, name] of Object.keys(calls).entries()) {
        rows.push(rowOf(`${label} (${answers}): ${name} of another company`, before[index] ?? [], during[index] ?? []));
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

/** Asks each address in turn; returns how long each of its calls took (ms). */
async function measure(urls: readonly string[], cookie: string, time: number): Promise<number[][]> {
  const times: number[][] = urls.map(() => []);
  const end = performance.now() + time;
  const client = async () => {
    while (performance.now() < end) {
      for (const [index, url] of urls.entries()) {
        const begun = performance.now();
        const answer = await fetch(url, { headers: { cookie } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
        times[index]?.push(performance.now() - begun);
        await sleep(interval);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

/** Sends the requests of a load without rests; `end` returns how many had which answer. */
function run({ clients, next }: Load, url: string, cookie: string) {
  const answers = new Map<number, number>();
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const status = await send(url, cookie, next());
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // As a client does that is told to come later.
      if (status === 429 || status === 503) await sleep(100);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    async end() {
      isOver = true;
      await running;
      return [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    },
  };
}

function send(url: string, cookie: string, { path, body, type }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body && { 'content-type': type, 'content-length': body.length }) };
    const sent = request(`${url}/api/${path}`, { method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    // A server that refuses a long body does not read it.
    sent.on('error', reject).end(body);
  });
}

async function loadsOf(): Promise<Record<string, Load>> {
  const picture = async (width: number, height: number) => {
    // Few bytes, so that reading them takes little.
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 8 };
    const bytes = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
      .jpeg({ quality: 40 })
      .toBuffer();
    if (bytes.length > maxPicture) throw new Error(`The picture has ${bytes.length} bytes.`);
    return one(form('file/UploadImage', 'photo.jpg', bytes));
  };
  const campaign = json('company/emailcampaigns/Preview', {
    Name: 'March',
    Blocks: Array.from({ length: 5 }, () => ({ Kind: 'text', Text: '<b>\t'.repeat(4_800) })),
  });
  let imports = 0;
  return {
    '4 previews of 9,500 rows': { clients: 4, next: one(importOf('PreviewImport', 9_500, 'Seen')) },
    'imports of 10,000 rows': { clients: 1, next: () => importOf('Import', 10_000, `New${++imports}`) },
    'a campaign preview of 96 KB': { clients: 1, next: one(campaign) },
    '6 campaign previews of 96 KB': { clients: 6, next: one(campaign) },
    'pictures of 23 megapixels': { clients: 1, next: await picture(5_750, 4_000) },
    'pictures of 29 megapixels': { clients: 1, next: await picture(7_250, 4_000) },
    '250 KB of nested JSON': {
      clients: 1,
      next: one({
        path: 'company/marketing/CountAudience',
        type: 'application/json',
        body: Buffer.from(`{"Medium":"mail","Audience":${'['.repeat(125_000)}${']'.repeat(125_000)}}`),
      }),
    },
    '8 clients that search, export, count and read reports': { clients: 8, next: everyday() },
  };
}

const one = (call: Call) => () => call;

/** The calls of people at work, one after the other. */
function everyday(): () => Call {
  const today = Temporal.Now.plainDateISO('UTC');
  const year = `Start=${today.with({ month: 1, day: 1 })}&End=${today.with({ month: 12, day: 31 })}`;
  const calls: Call[] = [
    { path: 'searches/GetPaginated?Search=appointment' },
    { path: 'company/contacts/GetPaginated?RowsPerPage=100&Search=example' },
    { path: 'company/contacts/Export?Format=csv' },
    json('company/marketing/CountAudience', { Medium: 'mail' }),
    { path: 'company/reports/GetDashboard' },
    { path: `company/reports/GetReport?Subject=calendarEvents&${year}` },
    { path: `company/reports/GetCompany?${year}` },
    { path: `company/incomes/GetSums?${year}` },
  ];
  let count = 0;
  return () => calls[count++ % calls.length] ?? { path: '' };
}

function json(path: string, body: object): Call {
  return { path, type: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

function importOf(operation: 'PreviewImport' | 'Import', rows: number, name: string): Call {
  const line = (n: number) => `${name} ${n},${name}${n}@example.org,+37121${100_000 + n},VIP`;
  const lines = Array.from({ length: rows }, (_, n) => line(n));
  return form(
    `company/contacts/${operation}`,
    'customers.csv',
    Buffer.from(['Name,E-mail,Phone,Tags', ...lines].join('\n')),
  );
}

const boundary = 'daybook-bench';

function form(path: string, name: string, bytes: Buffer): Call {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { path, body, type: `multipart/form-data; boundary=${boundary}` };
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

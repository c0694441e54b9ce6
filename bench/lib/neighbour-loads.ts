// The loads of a company that works hard, by their names.
import sharp from 'sharp';

/** The most bytes of an upload. */
const maxPicture = 10 * 2 ** 20;

/** A request of the busy company. */
export interface Call {
  path: string;
  body?: Buffer;
  type?: string;
}

export interface Load {
  /** Requests at the same time. */
  clients: number;
  /** Returns the next request. */
  next: () => Call;
}

let imports = 0;

/** Each is built when it begins. */
export const loads: Record<string, () => Load | Promise<Load>> = {
  '4 previews of 9,500 rows': () => ({ clients: 4, next: one(importOf('PreviewImport', 9_500, 'Seen')) }),
  'imports of 10,000 rows': () => ({ clients: 1, next: () => importOf('Import', 10_000, `New${++imports}`) }),
  'a campaign preview of 96 KB': () => ({ clients: 1, next: campaign() }),
  '6 campaign previews of 96 KB': () => ({ clients: 6, next: campaign() }),
  'pictures of 23 megapixels': async () => ({ clients: 1, next: await picture(5_750, 4_000) }),
  'pictures of 29 megapixels': async () => ({ clients: 1, next: await picture(7_250, 4_000) }),
  '250 KB of nested JSON': () => ({
    clients: 1,
    next: one({
      path: 'company/marketing/CountAudience',
      type: 'application/json',
      body: Buffer.from(`{"Medium":"mail","Audience":${'['.repeat(125_000)}${']'.repeat(125_000)}}`),
    }),
  }),
  '4 exports of 20,000 customers': () => ({
    clients: 4,
    next: one({ path: 'company/contacts/Export?Format=csv' }),
  }),
  '8 dashboards': () => ({ clients: 8, next: one({ path: 'company/reports/GetDashboard' }) }),
  '8 clients that search, export, count and read reports': () => ({ clients: 8, next: everyday() }),
};

function campaign() {
  const text = { Kind: 'text', Text: '<b>\t'.repeat(4_800) };
  return one(json('company/emailcampaigns/Preview', { Name: 'March', Blocks: Array.from({ length: 5 }, () => text) }));
}

async function picture(width: number, height: number) {
  // Few bytes, so that reading them takes little.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 8 };
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 40 })
    .toBuffer();
  if (bytes.length > maxPicture) throw new Error(`The picture has ${bytes.length} bytes.`);
  return one(form('file/UploadImage', 'photo.jpg', bytes));
}

function one(call: Call) {
  return () => call;
}

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

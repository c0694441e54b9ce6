// Tries the product behind real proxies, for `try-proxies.sh`: pages, addresses, streams, uploads, the health check.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { parseConfig } from '#server/config.ts';
import { probePath } from '#server/operations/doctor/probe.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { ownPostgres } from '#server/testing/database/own-postgres.ts';
import { connectServices, eventually, launchCommand, runDoctorCommand } from '#server/testing/process.ts';

const [work = ''] = process.argv.slice(2);
const deploy = join(import.meta.dirname, '../deploy');
const origin = 'https://book.example.org';
const visitor = '203.0.113.9';
/** Longer than the time after which proxies end silent streams (ms). */
const streamTime = 70_000;

interface Proxy {
  args: string[];
  /** The authority that signs its certificate. */
  authority: string;
}

/** The configuration of each is the example, with a certificate of this machine. */
const proxies: Record<string, () => Promise<Proxy>> = {
  async caddy() {
    const options = '{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n}\n';
    await writeFile(join(work, 'Caddyfile'), `${options}import ${join(deploy, 'Caddyfile')}\n`);
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', join(work, 'Caddyfile')],
      authority: join(work, 'caddy/pki/authorities/local/root.crt'),
    };
  },
  async nginx() {
    const example = await readFile(join(deploy, 'nginx.conf'), 'utf8');
    const text = example.replaceAll('/etc/ssl/book.example.org', work);
    const here = `error_log stderr; access_log off; client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy;`;
    await writeFile(join(work, 'nginx.conf'), `events {} http { ${here} ${text} }`);
    return {
      args: ['-e', 'stderr', '-g', `daemon off; pid ${work}/nginx.pid;`, '-c', join(work, 'nginx.conf')],
      authority: join(work, 'fullchain.pem'),
    };
  },
};

await using postgres = await ownPostgres();
await postgres.admin(['create role maker login createrole', 'create database maker owner maker']);
const env = {
  ...postgres.env('maker', 'maker'),
  PORT: '3000',
  PUBLIC_URL: origin,
  TRUST_PROXY: 'loopback',
  DNS_SERVERS: '127.0.0.1:9',
  LOG_LEVEL: 'error',
};
const daybook = launchCommand(env, ['start']);
await eventually('it serves', () => daybook.lines.some((line) => line.startsWith('Stop with')), 60_000);
await using services = connectServices({ url: origin }, postgres.connection('maker', 'maker'));
const headers = await signIn(services, (await buildBusiness(services)).employee);
const picture = await sharp({
  create: {
    width: 3_000,
    height: 2_000,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 90 })
  .toBuffer();

try {
  for (const [name, prepare] of Object.entries(proxies)) await tryProxy(name, await prepare());
} finally {
  daybook.child.kill('SIGTERM');
  await daybook.ended;
}

async function tryProxy(name: string, { args, authority }: Proxy): Promise<void> {
  const settings = { DAYBOOK_HOST: 'book.example.org', HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work };
  const child = spawn(name, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  try {
    await eventually(`${name} passes on`, async () => (await ask('/').catch(() => undefined))?.status === 200).catch(
      (error) => {
        throw new Error(`${error.message}\n${log}`);
      },
    );
    const page = await ask('/');
    assert.equal(page.headers['strict-transport-security'] !== undefined, true, 'it knows the scheme');
    const plain = await ask('/', { from: http, host: 'http://book.example.org' });
    assert.match(`${plain.status} ${plain.headers.location}`, /^30[18] https:\/\/book\.example\.org\/$/);
    console.log(`${name}: pages by https, and from http there (${plain.status})`);

    const forged = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'other.test' };
    const probe = await ask(probePath(parseConfig(env)), { headers: forged });
    const seen = JSON.parse(probe.text.split('\n')[0] ?? '');
    assert.deepEqual(seen, { protocol: 'https', host: 'book.example.org', address: visitor, isProxied: true });
    console.log(`${name}: the visitor's address, also when they forge another`);

    const doctor = (await runDoctorCommand({ ...env, NODE_EXTRA_CA_CERTS: authority }, 0)).filter((line) =>
      /Public address/.test(line),
    );
    assert.match(doctor.join('\n'), /^fine /);
    console.log(`${name}: ${doctor[0]}`);

    const upload = await ask('/api/file/UploadImage', {
      method: 'POST',
      ...form(picture),
      headers: { ...headers, ...form(picture).headers },
    });
    assert.equal(upload.status, 200, upload.text);
    console.log(`${name}: a picture of ${(picture.length / 2 ** 20).toFixed(1)} MB is uploaded`);

    const stream = await openStream(headers);
    assert.ok(stream.firstAfter < 1_000, `${stream.firstAfter} ms`);
    await sleep(streamTime);
    assert.equal(stream.ended(), false);
    const beats = stream.text().split(': still here').length - 1;
    assert.ok(beats >= 2, stream.text());
    stream.close();
    console.log(
      `${name}: a stream begins after ${stream.firstAfter.toFixed(0)} ms, and is open after ${streamTime / 1000} s (${beats} heartbeats)`,
    );
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  from?: typeof http | typeof https;
  host?: string;
}

function open(path: string, { method = 'GET', headers, body, from = https, host = origin }: Asked = {}) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    // Caddy signs with an authority that it has just made.
    const options = { method, headers, localAddress: visitor, rejectUnauthorized: false, agent: false as const };
    from.request(`${host}${path}`, options, resolve).on('error', reject).end(body);
  });
}

async function ask(path: string, asked?: Asked) {
  const answer = await open(path, asked);
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode, headers: answer.headers, text };
}

async function openStream(headers: { cookie: string }) {
  const begun = performance.now();
  const answer = await open('/api/calendars/GetChanges', { headers });
  let text = '';
  answer.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  answer.on('error', () => {});
  await eventually('the first bytes', () => text.length > 0);
  return {
    firstAfter: performance.now() - begun,
    text: () => text,
    ended: () => answer.closed,
    close: () => answer.destroy(),
  };
}

function form(bytes: Buffer) {
  const boundary = 'daybook-proxies';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': `${body.length}` },
  };
}

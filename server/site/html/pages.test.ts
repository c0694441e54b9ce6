// Tests of the answers to addresses in a browser: pages, files, redirects, and their headers, through HTTP.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { addresses } from '#contract/addresses.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/pool.ts';
import { addInvoiceLink } from '#server/money/invoices/pdf/invoice-link.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { compressAssets } from './build-web.ts';

const script = 'export const text = "Daybook";\n'.repeat(200);
let folder = '';
let app: TestApp;
let server: FastifyInstance;

setUpFile(import.meta, async () => {
  folder = await builtPages();
  app = await testApp();
  server = await buildApp(app, { webRoot: join(folder, 'web') });
});

after(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A build with a small script, in a folder beside a secret file. */
async function builtPages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-pages-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await mkdir(join(folder, 'web/.vite'));
  const manifest = {
    'index.html': { file: 'assets/entry.js', css: ['assets/entry.css'] },
    'identity/sign-in/login-page.tsx': { file: 'assets/login.js', css: ['assets/login.css'] },
  };
  await writeFile(join(folder, 'web/.vite/manifest.json'), JSON.stringify(manifest));
  const page = await readFile(join(import.meta.dirname, '../../../web/index.html'), 'utf8');
  const entry = '<link rel="stylesheet" crossorigin href="/assets/entry.css">';
  await writeFile(join(folder, 'web/index.html'), page.replace('</head>', `${entry}</head>`));
  await writeFile(join(folder, 'web/push-worker.js'), '// waits for messages');
  await writeFile(join(folder, 'web/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'web/assets/start-AbC123.js'), script);
  await compressAssets(join(folder, 'web/assets'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'web/secret.json'), '"secret"');
  return folder;
}

test('unknown addresses get 404: a page with links for pages, none for files and calls', async () => {
  for (const url of [
    '/nobody/nowhere',
    '/a/b/c',
    '/gibberish',
    '/app/no-such',
    '/user/x',
    '/static/404',
    '/%E0%A4%A',
  ]) {
    const answer = await server.inject(url);
    assert.ok([400, 404].includes(answer.statusCode), `${url} ${answer.statusCode}`);
    if (answer.statusCode === 400) continue;
    assert.match(String(answer.headers['content-type']), /^text\/html/, url);
    assert.match(answer.body, /<title>[^<]*<\/title>.*<meta name="robots" content="noindex">/);
    assert.match(answer.body, /<script type="module"/);
  }
  for (const url of [
    '/assets/none.js',
    '/logo.png',
    '/wp-login.php',
    '/.env',
    '/api',
    '/api/no/Call',
    '/API/nothing',
  ]) {
    const answer = await server.inject(url);
    assert.equal(answer.statusCode, 404, url);
    assert.match(String(answer.headers['content-type']), /^application\/json/, url);
  }
});

test('addresses of the browser part are pages, also the start of addresses with a hash', async () => {
  const mapped = addresses.map((address) => address.replaceAll(/\$\w+/g, 'token'));
  const ofCompanies = ['/payment', '/pdf'];
  for (const url of ofCompanies) assert.equal((await server.inject(url)).statusCode, 404, 'shown to its company only');
  const others = mapped.filter((url) => !ofCompanies.includes(url));
  for (const url of [...others, '/app/', '/app/home/', '/daybook', '/daybook/', '/Daybook/']) {
    const answer = await server.inject(url);
    assert.equal(answer.statusCode, 200, url);
    assert.doesNotMatch(answer.body, /<!--(head|body|data)-->/);
  }
});

test('the page of an invoice is found by its company and by the link of a mail, in any spelling', async () => {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const invoice = await buildInvoice(app, company);
  const url = await addInvoiceLink(
    { ...app, db: app.database.write },
    { companyId: company.id, invoiceId: invoice.id },
  );
  const { pathname, search, searchParams } = new URL(url);
  const withoutToken = `/PDF/?id=${searchParams.get('Id')}`;
  const statusOf = async (path: string, headers = {}) => (await server.inject({ url: path, headers })).statusCode;
  assert.equal(await statusOf(pathname + search), 200);
  assert.equal(await statusOf(`${withoutToken}&token=${searchParams.get('Token')}`), 200);
  assert.equal(await statusOf(withoutToken, await signIn(app, employee)), 200);
  assert.equal(await statusOf(withoutToken), 404);
  assert.equal(await statusOf(`${withoutToken}&token=other`), 404);
});

test('the browser part knows every page that the menu links to', async () => {
  const pages = await app.database.read.selectFrom('pages').select('sRef').where('isSystem', '=', true).execute();
  assert.ok(pages.length > 20);
  assert.deepEqual(
    pages.map(({ sRef }) => sRef).filter((sRef) => !addresses.includes(sRef)),
    [],
  );
});

test('the styles of a page follow those of the entry, as when the browser loads them', async () => {
  const { body } = await server.inject('/user/login');
  const styles = [...body.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  assert.deepEqual(styles, ['/assets/entry.css', '/assets/login.css']);
});

test('the old address of the privacy policy redirects to the page', async () => {
  for (const url of ['/privacy-policy', '/privacy-policy/']) {
    const answer = await server.inject(url);
    assert.deepEqual([answer.statusCode, answer.headers.location], [301, '/privacy']);
  }
});

test('every kind of answer has the security headers', async () => {
  const { employee } = await buildBusiness(app);
  const kinds: Record<string, number> = {
    '/': 200,
    [`/${employee.locationUrlName}/${employee.urlName}`]: 200,
    '/nobody/nowhere': 404,
    '/assets/start-AbC123.js': 200,
    '/assets/none.js': 404,
    '/favicon.svg': 200,
    '/push-worker.js': 200,
    '/robots.txt': 200,
    '/sitemap.xml': 200,
    '/privacy-policy': 301,
    '/api/home/GetPlanDetails': 200,
    '/api/user/GetCurrent': 410,
    '/api/banners/Visit?id=x': 417,
    '/api/docs': 200,
    '/api/openapi.json': 200,
    '/healthz': 200,
    '/%zz': 400,
  };
  for (const [url, status] of Object.entries(kinds)) {
    const { statusCode, headers } = await server.inject(url);
    assert.equal(statusCode, status, url);
    assert.match(String(headers['content-security-policy']), /default-src '(self|none)'.*frame-ancestors 'none'/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['x-frame-options'], 'DENY', url);
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin', url);
    assert.match(String(headers['permissions-policy']), /camera=\(\)/, url);
    assert.equal(headers['x-powered-by'] ?? headers.server, undefined, url);
  }
  const policy = String((await server.inject('/')).headers['content-security-policy']);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
});

test('an asset is cached for ever, a page is revalidated, an answer of the api is not cached', async () => {
  const cached = async (url: string) => (await server.inject(url)).headers['cache-control'];
  assert.match(String(await cached('/assets/start-AbC123.js')), /max-age=31536000, immutable/);
  assert.equal(await cached('/'), 'no-cache');
  assert.equal(await cached('/nobody/nowhere'), 'no-cache');
  assert.equal(await cached('/api/home/GetPlanDetails'), 'no-store');
  assert.equal(await cached('/assets/none.js'), 'no-store', 'it may be there after the next build');
});

test('assets and pages are compressed for clients that accept it, and caches vary by that', async () => {
  const ask = (url: string, encoding: string) => server.inject({ url, headers: { 'accept-encoding': encoding } });
  const brotli = await ask('/assets/start-AbC123.js', 'gzip, deflate, br, zstd');
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), script);
  assert.match(String(brotli.headers['content-type']), /^(text|application)\/javascript/);
  const gzip = await ask('/assets/start-AbC123.js', 'gzip');
  assert.equal(gunzipSync(gzip.rawPayload).toString(), script);
  const plain = await ask('/assets/start-AbC123.js', 'identity');
  assert.equal(plain.body, script);
  for (const { headers } of [brotli, gzip, plain]) assert.match(String(headers.vary), /accept-encoding/i);

  const page = await ask('/api/docs', 'gzip');
  assert.equal(page.headers['content-encoding'], 'gzip');
  assert.match(gunzipSync(page.rawPayload).toString(), /<html/);
});

test('a client that has the current asset gets 304', async () => {
  for (const url of ['/assets/start-AbC123.js', '/favicon.svg']) {
    const { etag } = (await server.inject(url)).headers;
    const repeated = await server.inject({ url, headers: { 'if-none-match': String(etag) } });
    assert.deepEqual([repeated.statusCode, repeated.body], [304, ''], url);
    const other = await server.inject({ url, headers: { 'if-none-match': '"other"' } });
    assert.equal(other.statusCode, 200);
  }
});

test('no address leads out of the folder of assets', async () => {
  for (const up of ['..', '%2e%2e', '.%2e', '%252e%252e', '..%5c..', '..%2f..', '....//']) {
    for (const file of ['secret.json', 'index.html', '.vite/manifest.json', `${up}/secret.txt`, 'secret.txt']) {
      for (const url of [
        `/assets/${up}/${file}`,
        `/assets/x/${up}/${up}/${file}`,
        `//${up}/${file}`,
        `/${up}/${file}`,
      ]) {
        const answer = await server.inject(url);
        assert.doesNotMatch(answer.body, /secret"|^secret/, url);
        assert.ok(answer.statusCode >= 400, `${url} ${answer.statusCode}`);
      }
    }
  }
  for (const url of ['/assets/', '/assets', '/assets/.', '/assets/start-AbC123.js%00.css']) {
    assert.ok((await server.inject(url)).statusCode >= 400, url);
  }
});

test('robots may read everything except the application and visitors’ links, and the sitemap has every public profile', async () => {
  const company = await buildCompany(app);
  const location = await buildLocation(app, company, { urlName: "apple & pear's" });
  const open = await buildEmployee(app, location, { urlName: 'anna' });
  const closed = await buildEmployee(app, location, { urlName: 'hidden-away', isProfilePublic: false });

  const robots = await server.inject('/robots.txt');
  assert.match(String(robots.headers['content-type']), /^text\/plain/);
  const closedPaths = [...robots.body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path ?? '');
  assert.deepEqual(closedPaths, ['/app/', '/api/', '/appointment/', '/appointments/']);
  assert.match(robots.body, /^Sitemap: http:\/\/localhost:3000\/sitemap.xml$/m);

  const map = await server.inject('/sitemap.xml');
  assert.match(String(map.headers['content-type']), /^application\/xml/);
  const addresses = [...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');
  assert.ok(addresses.includes('http://localhost:3000/'));
  assert.ok(addresses.includes(`http://localhost:3000/apple%20%26%20pear&#39;s/${open.urlName}`), map.body);
  assert.ok(!map.body.includes(closed.urlName));
  for (const address of addresses) {
    const url = address.replace('http://localhost:3000', '').replaceAll('&#39;', "'");
    assert.equal((await server.inject(url)).statusCode, 200, address);
  }
});

test('while the database is unavailable an address is still a page, with a Retry-After header', async () => {
  const database = openDatabase({ ...app.database.connection, host: '/nowhere' });
  const own = await buildApp({ ...app, database }, { webRoot: join(folder, 'web') });
  const answer = await own.inject('/nobody/nowhere');
  await own.close();
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '2');
  assert.match(String(answer.headers['content-type']), /^text\/html/);
  assert.match(answer.body, /<script type="module"/);
});

test("a refused navigation gets a page in the reader's language that loads again; calls and files of the browser part do not", async () => {
  await using limited = await testApp({ env: { REQUESTS_PER_MINUTE: '3' } });
  const own = await buildApp(limited, { webRoot: join(folder, 'web') });
  for (let time = 0; time < 6; time++) assert.equal((await own.inject('/assets/start-AbC123.js')).statusCode, 200);
  for (let time = 0; time < 3; time++) await own.inject('/user/login');
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'de' };
  const page = await own.inject({ url: '/user/login', headers });
  const call = await own.inject({ url: '/api/home/GetPlanDetails', headers });
  const [download, ofOtherSite] = await Promise.all(
    ['same-origin', 'cross-site'].map((site) =>
      own.inject({
        url: '/api/file/DownloadFile?id=1',
        headers: { ...headers, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site },
      }),
    ),
  );
  const manifest = await own.inject({ url: '/app/manifest.webmanifest', headers });
  await own.close();
  assert.equal(manifest.statusCode, 200);
  assert.match(String(download?.headers['content-type']), /^text\/html/);
  assert.match(
    String(ofOtherSite?.headers['content-type']),
    /^application\/json/,
    'its page would repeat the link as ours',
  );
  assert.equal(page.statusCode, 429);
  assert.equal(page.headers['retry-after'], '60');
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.body, /<html lang="de">.*<meta http-equiv="refresh" content="60">.*Zu viele Anfragen/s);
  assert.equal(call.statusCode, 429);
  assert.match(String(call.headers['content-type']), /^application\/json/);
});

test('a page of the application has what its caller asks first, which no cache keeps', async () => {
  const { employee } = await buildBusiness(app, { firstName: 'Anna' });
  const headers = await signIn(app, employee);
  const read = async (url: string, cookies = headers) => {
    const answer = await server.inject({ url, headers: cookies });
    const data = JSON.parse(answer.body.match(/id="daybook-data">(.*?)<\/script>/s)?.[1] ?? '{}');
    const answers: Record<string, { User?: { FirstName: string } }> = data.answers ?? {};
    return { answers, cache: answer.headers['cache-control'] };
  };
  const home = await read('/app/home');
  assert.equal(home.answers['/api/user/GetCurrent']?.User?.FirstName, 'Anna');
  assert.ok('/api/calendars/GetAllCalendars' in home.answers);
  assert.equal(home.cache, 'no-store');
  assert.ok(!('/api/calendars/GetAllCalendars' in (await read('/app/company/employees')).answers));
  for (const { answers, cache } of [await read('/'), await read('/app/home', { cookie: '' })]) {
    assert.ok(!('/api/user/GetCurrent' in answers));
    assert.equal(cache, 'no-cache');
  }
  await server.inject({ method: 'POST', url: '/api/user/Lock', headers, body: {} });
  assert.ok(!('/api/user/GetCurrent' in (await read('/app/home')).answers), 'locked');
});

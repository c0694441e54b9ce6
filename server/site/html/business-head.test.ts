// Tests of a business's page as browsers and search engines read it, and of the frames that may show its form.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { company as companyDetails } from '#contract/company/details.ts';
import { buildApp } from '#server/app.ts';
import { type BuiltEmployee, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let folder = '';
let app: TestApp;
let server: FastifyInstance;
let anna: BuiltEmployee;

setUpFile(import.meta, async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-business-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'index.html'), '<html lang="en"><head><!--head--></head><!--body--><!--data--></html>');
  await writeFile(join(folder, 'embed.js'), '// shows the form');
  app = await testApp();
  server = await buildApp(app, { webRoot: folder });
  const company = await buildCompany(app, { name: 'Salon <Gaisma>' });
  const location = await buildLocation(app, company, { name: 'Harbour', urlName: 'harbour' });
  anna = await buildEmployee(app, location, {
    firstName: 'Anna',
    lastName: 'Kalna',
    actions: ['admin'],
    hours: [[1, '09:00', '24:00']],
  });
  await buildService(app, anna, { name: 'Cut', minutes: 45, price: 30 });
});

after(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const setOrigins = async (embedOrigins: string[]) =>
  app.call(companyDetails.setEmbedOrigins, { embedOrigins }, await signIn(app, anna));

test('the page has its title, a description, its own address, and what schema.org says of a business', async () => {
  const { body, statusCode } = await server.inject('/HARBOUR');
  assert.equal(statusCode, 200);
  assert.match(body, /<title>Harbour · Salon &lt;Gaisma&gt;<\/title>/);
  assert.match(body, /<meta name="description" content="[^"]*Harbour/);
  assert.match(body, /<link rel="canonical" href="http:\/\/localhost:3000\/harbour">/);
  assert.match(body, /<h1>Harbour<\/h1>.*Cut · 45 min · €30.*<a href="\/harbour\/person-\d+">Anna Kalna<\/a>/s);
  const { '@type': type, ...known } = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
  assert.equal(type, 'LocalBusiness');
  assert.deepEqual(known.openingHoursSpecification, [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: 'https://schema.org/Monday',
      opens: '09:00',
      closes: '23:59',
    },
  ]);
  assert.equal(known.employee[0].name, 'Anna Kalna');
  assert.equal(known.makesOffer[0].price, 30);
  assert.match((await server.inject('/sitemap.xml')).body, /<loc>http:\/\/localhost:3000\/harbour<\/loc>/);
});

test('an unknown business is a page with status 404, also for frames', async () => {
  await setOrigins(['https://salon.example']);
  for (const url of ['/nowhere', '/embed/nowhere', '/embed', '/embed/harbour/more']) {
    const { statusCode, headers } = await server.inject(url);
    assert.equal(statusCode, 404, url);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, url);
    assert.equal(headers['x-frame-options'], 'DENY', url);
  }
});

test('only the form may be framed, and only by the sites that the company lists', async () => {
  await setOrigins([]);
  const framing = async (url: string, headers = {}) => {
    const answer = await server.inject({ url, headers });
    assert.equal(answer.statusCode, 200, url);
    const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(answer.headers['content-security-policy'])) ?? [];
    return [ancestors, answer.headers['x-frame-options'] ?? null];
  };
  assert.deepEqual(await framing('/embed/harbour'), ["'none'", 'DENY']);
  await setOrigins(['https://salon.example', 'https://www.salon.example:8443']);
  const listed = 'https://salon.example https://www.salon.example:8443';
  assert.deepEqual(await framing('/embed/Harbour?service=x'), [listed, null]);
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.deepEqual(await framing('/embed/harbour', { 'sec-fetch-site': site }), [listed, null], site);
  assert.deepEqual(await framing('/embed/harbour', { 'sec-fetch-site': 'same-origin' }), [`'self' ${listed}`, null]);
  for (const url of ['/', '/harbour', `/harbour/${anna.urlName}`, '/user/login', '/embed.js'])
    assert.deepEqual(await framing(url, { 'sec-fetch-site': 'same-origin' }), ["'none'", 'DENY'], url);
  const { body, headers } = await server.inject('/embed/harbour');
  assert.match(body, new RegExp(`<meta name="daybook-embed-origins" content="${listed}">`));
  assert.match(body, /<meta name="robots" content="noindex">/);
  assert.equal(headers['set-cookie'], undefined);
});

test('the script of other sites has at most 4 KB', async () => {
  const { size } = await stat(join(import.meta.dirname, '../../../web/public/embed.js'));
  assert.ok(size <= 4096, `${size} bytes`);
});

test('other sites may load the script that shows the form, and nothing else', async () => {
  const policyOf = async (url: string) => (await server.inject(url)).headers['cross-origin-resource-policy'];
  assert.equal(await policyOf('/embed.js'), 'cross-origin');
  for (const url of ['/', '/harbour', '/embed/harbour', '/api/home/GetPlanDetails', '/robots.txt'])
    assert.equal(await policyOf(url), 'same-origin', url);
});

test('origins are exact: anything else is refused with its place in the list and words', async () => {
  const wrong = [
    'http://salon.example',
    'https://salon.example/',
    'https://salon.example/book',
    'https://salon.example?x',
    'https://*.salon.example',
    'https://*',
    '*',
    'salon.example',
    "https://salon.example 'unsafe-inline'",
    'https://salon.example; script-src *',
    'https://salon.example;script-src',
    'https://salon.example,https://other.example',
    'https://user@salon.example',
    'https://[::1]',
    'javascript:alert(1)',
    'null',
    '',
    `https://${'a'.repeat(200)}.example`,
  ];
  await setOrigins(['https://kept.example']);
  for (const origin of wrong) {
    const { status, complaints } = await setOrigins(['https://fine.example', origin]);
    assert.equal(status, 417, origin);
    assert.deepEqual(
      complaints.map(({ Key }) => Key),
      ['EmbedOrigins[1]'],
      origin,
    );
    assert.ok(complaints[0]?.Message, origin);
  }
  const tooMany = Array.from({ length: 21 }, (_, index) => `https://site-${index}.example`);
  assert.equal((await setOrigins(tooMany)).status, 417);
  const { answer } = await app.call(companyDetails.get, {}, await signIn(app, anna));
  assert.deepEqual(answer.embedOrigins, ['https://kept.example'], 'nothing of a refused list is stored');
  const spelled = await setOrigins(['HTTPS://Salon.Example:443', ' https://bücher.example ', 'https://salon.example']);
  assert.deepEqual(spelled.answer.embedOrigins, ['https://salon.example', 'https://xn--bcher-kva.example']);
});

test('the database stores no origin that could change the header', async () => {
  for (const origin of ['*', "'self'", 'https://a.example; script-src *', 'http://a.example', '']) {
    const write = app.database.write
      .updateTable('companies')
      .set({ embedOrigins: [origin] })
      .execute();
    await assert.rejects(write, /embed_origins/, origin);
  }
});

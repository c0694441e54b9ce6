// Tests of a profile's head for search engines and link previews; a private profile reveals nothing.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const template =
  '<!doctype html><html lang="en"><head><!--head--></head><body><div id="root"><!--body--></div><script type="application/json" id="daybook-data"><!--data--></script></body></html>';

/** A name of a person who tries to inject markup. */
const nasty = `</script><b>"O'Hara" & $& $1 <!--body--> <!--data-->`;

let folder = '';
let app: TestApp;
let server: FastifyInstance;

setUpFile(import.meta, async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-heads-'));
  await mkdir(join(folder, '.vite'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'index.html'), template);
  app = await testApp();
  server = await buildApp(app, { webRoot: folder });
});

after(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const unescaped = (text = '') => text.replace(/&(lt|gt|quot|amp|#39);/g, (_all, name: string) => entities[name] ?? '');

/** Parses a page as a browser does: scripts end at the first `</script`, attributes at the first quote. */
function read(html: string) {
  const meta = (name: string) => {
    const found = [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`, 'g'))];
    assert.ok(found.length <= 1, `${name} twice`);
    return found[0] && unescaped(found[0][1]);
  };
  const script = (attributes: string) =>
    JSON.parse(new RegExp(`<script ${attributes}>(.*?)</script`, 's').exec(html)?.[1] ?? 'null');
  return {
    title: unescaped(/<title>(.*?)<\/title>/s.exec(html)?.[1]),
    canonical: unescaped(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]),
    meta,
    about: script('type="application/ld\\+json"'),
    data: script('type="application/json" id="daybook-data"'),
  };
}

async function buildNasty(given: Parameters<typeof buildEmployee>[2] = {}) {
  const company = await buildCompany(app, { name: `Company ${nasty}` });
  const location = await buildLocation(app, company, { name: `Place ${nasty}`, address: `Street ${nasty}` });
  const employee = await buildEmployee(app, location, {
    firstName: 'Anna',
    lastName: nasty,
    profession: `Doctor ${nasty}`,
    phoneNumber: '+371 20 000 000',
    ...given,
  });
  return { company, location, employee: { ...employee, url: `/${location.urlName}/${employee.urlName}` } };
}

test('the head of a profile describes the person, in text that cannot become markup', async () => {
  const { company, employee } = await buildNasty();
  const description = `About "me": ${nasty}\n\n${'a long story '.repeat(40)}`;
  const { id: pictureId } = await buildFile(app, company, { mimeType: 'image/webp', isPublic: true });
  await app.database.write
    .updateTable('employees')
    .set({ description, pictureId })
    .where('userId', '=', employee.userId)
    .execute();
  await buildService(app, employee, { name: nasty, price: 12.5, description: nasty });
  const { statusCode, headers, body } = await server.inject(employee.url);
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/);
  assert.doesNotMatch(body, /<b>/);
  assert.equal(body.match(/<\/script>/g)?.length, 2, 'no script ends early');

  const { title, canonical, meta, about, data } = read(body);
  const address = `http://localhost:3000${employee.url}`;
  assert.equal(title, `Anna ${nasty} · Doctor ${nasty} · Place ${nasty}`);
  assert.equal(canonical, address);
  assert.ok(meta('description')?.startsWith(`About "me": ${nasty} a long story`));
  assert.ok((meta('description')?.length ?? 0) <= 200);
  assert.equal(meta('robots'), undefined);
  assert.deepEqual(['og:type', 'og:title', 'og:description', 'og:url', 'twitter:card'].map(meta), [
    'profile',
    title,
    meta('description'),
    address,
    'summary',
  ]);
  assert.match(String(meta('og:image')), new RegExp(`^http://localhost:3000/.*${pictureId}`));

  assert.equal(about['@context'], 'https://schema.org');
  assert.equal(about['@type'], 'LocalBusiness');
  assert.equal(about.name, `Anna ${nasty}, Company ${nasty}`);
  assert.equal(about.url, address);
  assert.equal(about.description, description);
  assert.equal(about.telephone, '+371 20 000 000');
  assert.equal(about.address.streetAddress, `Street ${nasty}, Riga, Latvia`);
  assert.equal(about.geo.latitude, 56.95);
  assert.deepEqual(about.makesOffer[0].itemOffered, { '@type': 'Service', name: nasty, description: nasty });
  assert.deepEqual([about.makesOffer[0].price, about.makesOffer[0].priceCurrency], [12.5, 'EUR']);

  const answers = Object.entries(data.answers as Record<string, { Name: string }>);
  const [, answer] = answers.find(([asked]) => asked.includes('/GetProfile')) ?? [];
  assert.equal(answer?.Name, `Anna ${nasty}`);
});

test('where only the town was found, the profile has its address and no point', async () => {
  const { employee } = await buildNasty({ lastName: 'Kalnina' });
  await app.database.write
    .updateTable('geolocations')
    .set({ lineAddress: 'Riga, Latvia' })
    .where('companyId', '=', employee.companyId)
    .execute();
  const { about } = read((await server.inject(employee.url)).body);
  assert.match(about.address.streetAddress, /^Street .*, Riga, Latvia$/);
  assert.equal(about.geo, undefined);
});

test('a profile without a description gets a default one', async () => {
  const { location, employee } = await buildNasty({ lastName: 'Kalnina' });
  const { meta } = read((await server.inject(employee.url)).body);
  assert.equal(meta('description'), `Book an appointment with Anna Kalnina, Place ${nasty}.`);

  await app.database.write.updateTable('locations').set({ name: '' }).where('id', '=', location.id).execute();
  const placeless = read((await server.inject(employee.url)).body);
  assert.equal(placeless.meta('description'), 'Book an appointment with Anna Kalnina.');
});

test('a profile has one canonical address, however it is written', async () => {
  const { employee } = await buildNasty();
  const shouted = await server.inject(employee.url.toUpperCase());
  assert.equal(shouted.statusCode, 200);
  assert.equal(read(shouted.body).canonical, `http://localhost:3000${employee.url}`);
});

test('a private profile looks like an unknown one; its owner sees it, and robots may not index it', async () => {
  const { location, employee } = await buildNasty({ isProfilePublic: false });
  const colleague = await buildEmployee(app, location);
  const readUnknown = (headers = {}) => server.inject({ url: `/${location.urlName}/nobody-here`, headers });
  const unknown = await readUnknown();
  assert.equal(unknown.statusCode, 404);
  const compared = ({ statusCode, body, headers }: typeof unknown) => [statusCode, body, Object.keys(headers).sort()];
  assert.deepEqual(compared(await server.inject(employee.url)), compared(unknown));
  const headers = await signIn(app, colleague);
  const byColleague = await server.inject({ url: employee.url, headers });
  assert.deepEqual(compared(byColleague), compared(await readUnknown(headers)));

  const byOwner = await server.inject({ url: employee.url, headers: await signIn(app, employee) });
  assert.equal(byOwner.statusCode, 200);
  assert.equal(read(byOwner.body).meta('robots'), 'noindex');
  assert.match(String(byOwner.headers.vary), /cookie/, 'no cache may keep it for others');
});

test('the page is in the language of its visitor', async () => {
  const { body } = await server.inject({ url: '/', headers: { 'accept-language': 'en-GB' } });
  assert.match(body, /<html lang="en">/);
  const hostile = await server.inject({
    url: '/',
    headers: { cookie: 'daybook-language="><b>; daybook-scheme="><b>' },
  });
  assert.match(hostile.body, /<html lang="en">/);
});

// Tests of the demo mail pages: only this machine can read the stored mail and follow its links.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import type { Services } from '#server/lib/context.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { testApp } from '#server/testing/test-app.ts';
import { showsStoredMail } from './stored-mail-pages.ts';

const keep = (services: Services, given: Parameters<typeof buildMail>[1] = {}) =>
  buildMail(services, {
    subject: 'Please confirm <b>now</b>',
    html: '<p>Press <a href="http://localhost:3000/appointment/abc/confirm" target="_top">here</a></p>',
    plain: 'Press <here>',
    state: 'kept',
    ...given,
  });

test('the list links to the mail, and the mail shows its text in a frame that runs no scripts', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const id = await keep(app);
  const server = app.server;
  const list = await server.inject('/demo/mail');
  assert.equal(list.statusCode, 200);
  assert.ok(list.body.includes(`href="/demo/mail/${id}"`));
  assert.ok(list.body.includes('Please confirm &lt;b&gt;now&lt;/b&gt;'));
  const mail = await server.inject(`/demo/mail/${id}`);
  assert.match(mail.body, /<iframe [^>]*sandbox="allow-popups allow-top-navigation-by-user-activation"/);
  assert.ok(mail.body.includes('Press &lt;here&gt;'));
  assert.equal(mail.headers['x-frame-options'], 'DENY');
  const body = await server.inject(`/demo/mail/${id}/body`);
  assert.match(body.body, /href="http:\/\/localhost:3000\/appointment\/abc\/confirm" target="_top"/);
  assert.match(
    String(body.headers['content-security-policy']),
    /^sandbox allow-popups .*default-src 'none'.*frame-ancestors 'self'$/,
  );
  assert.equal(body.headers['x-frame-options'], 'SAMEORIGIN');
  for (const answer of [list, mail, body]) assert.equal(answer.headers['cache-control'], 'no-store');
});

test('links of a whole document leave the frame, and its doctype stays first', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const id = await keep(app, {
    html: '<!doctype html><html><head><title>News</title></head><body>Hello</body></html>',
  });
  const { body, headers } = await app.server.inject(`/demo/mail/${id}/body`);
  assert.match(body, /^<!doctype html><html><head><base target="_top"><title>/);
  assert.match(String(headers['content-security-policy']), /img-src http:\/\/localhost:3000;/);
});

test('the attached calendar entry can be downloaded', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const [withEntry, without] = [await keep(app, { calendarEntry: 'BEGIN:VCALENDAR' }), await keep(app)];
  const server = app.server;
  const entry = await server.inject(`/demo/mail/${withEntry}/appointment.ics`);
  assert.equal(entry.body, 'BEGIN:VCALENDAR');
  assert.match(String(entry.headers['content-type']), /^text\/calendar/);
  assert.equal((await server.inject(`/demo/mail/${without}/appointment.ics`)).statusCode, 404);
});

test('the page of SMS shows their texts, and only links of this installation can be followed', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const { company } = await buildBusiness(app);
  const link = `${app.publicUrl}/appointment/abc/cancell`;
  await buildSms(app, company.id, { to: '+37120000001', message: `<b>Hi</b> ${link} https://evil.example` });
  const { statusCode, body } = await app.server.inject('/demo/sms');
  assert.equal(statusCode, 200);
  assert.ok(body.includes('+37120000001') && body.includes('&lt;b&gt;Hi&lt;/b&gt;'));
  assert.deepEqual(
    [...body.matchAll(/<pre>.*?<\/pre>/gs)].flatMap(([text]) =>
      [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ),
    [link],
  );
});

test('an unknown mail is not found', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const server = app.server;
  for (const id of [randomUUIDv7(), 'x', "'; select 1"]) {
    assert.equal((await server.inject(`/demo/mail/${encodeURIComponent(id)}`)).statusCode, 404);
  }
});

test('a foreign host name that resolves to this machine reads nothing', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const server = app.server;
  for (const host of ['evil.test', 'localhost.evil.test:3000', '192.168.1.2']) {
    assert.equal((await server.inject({ url: '/demo/mail', headers: { host } })).statusCode, 404, host);
  }
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    assert.equal((await server.inject({ url: '/demo/mail', headers: { host } })).statusCode, 200, host);
  }
});

test('requests through a proxy read nothing, whatever header names it, and the log warns once', async () => {
  const lines: string[] = [];
  await using app = await testApp({ env: { DEMO: '1' } });
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await buildApp({ ...app, log });
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via', 'forwarded', 'true-client-ip'];
  for (const name of headers) {
    const answer = await server.inject({ url: '/demo/mail', headers: { [name]: '192.0.2.1' } });
    assert.equal(answer.statusCode, 404, name);
  }
  assert.equal(lines.filter((line) => line.includes('public passwords')).length, 1);
  assert.equal((await server.inject('/demo/mail')).statusCode, 200);
  await server.close();
});

test('the pages exist only in a demo, without a mail server, for this machine', async () => {
  const shows = (env: Record<string, string>) => showsStoredMail(parseConfig(env));
  assert.equal(shows({ DEMO: '1' }), true);
  assert.equal(shows({ DEMO: '0' }), false);
  assert.equal(shows({ DEMO: '1', SMTP_URL: 'smtp://127.0.0.1' }), false);
  assert.equal(shows({ DEMO: '1', HOST: '0.0.0.0' }), false);
  await using app = await testApp({ env: { DEMO: '1', HOST: '0.0.0.0' } });
  const server = app.server;
  assert.equal((await server.inject('/demo/mail')).statusCode, 404);
});

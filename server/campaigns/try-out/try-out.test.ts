// Tests trying a campaign out: the links are requested, mails go to the caller alone, and nothing is counted.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { emailCampaigns, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { user } from '#contract/identity/sign-in.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** A page that answers when `release` is called. */
async function slowPage() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    isAsked();
    await promise;
    response.end('here');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    release: resolve,
    async [Symbol.asyncDispose]() {
      resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const mailsOf = (app: TestApp) => storedMails(app);

test('people sign in while the links of a campaign are checked, also with one connection', async () => {
  await using page = await slowPage();
  await using app = await testApp({ connections: 1, env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const password = 'correct horse battery';
  const { company, employee } = await buildBusiness(app, { actions: ['admin'], password });
  const headers = await signIn(app, employee);
  const { id } = await buildCampaign(app, company, { blocks: [{ kind: 'button', text: 'Book', url: page.url }] });
  const checking = app.call(emailCampaigns.checkLinks, { id }, headers);
  await page.asked;
  const { status } = await app.call(user.authenticate, { logIn: employee.logIn, password });
  assert.equal(status, 200);
  page.release();
  const { answer } = await checking;
  assert.deepEqual(answer, [{ url: page.url, works: true, answer: '' }]);
});

test('checks that begin at the same time all count, also with one connection', async () => {
  await using app = await testApp({ connections: 1 });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const { id } = await buildCampaign(app, company);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.call(emailCampaigns.checkLinks, { id }, headers)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 429, 429]);
});

test('the test of a campaign goes only to a verified address, for a company with a verified address', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'], isEMailVerified: false });
  const headers = await signIn(app, employee);
  const { id } = await buildCampaign(app, company);
  const refused = await app.call(emailCampaigns.sendTest, { id }, headers);
  assert.equal(refused.status, 409, refused.body);
  assert.match(refused.body, /Verify the address/);
  await verifyCompany(app, company);
  const unverified = await app.call(emailCampaigns.sendTest, { id }, headers);
  assert.equal(unverified.status, 417, unverified.body);
  assert.deepEqual(await mailsOf(app), []);
  await app.database.write
    .updateTable('users')
    .set({ eMailVerifiedAt: app.clock.now() })
    .where('id', '=', employee.userId)
    .execute();
  const { answer } = await app.call(emailCampaigns.sendTest, { id }, headers);
  assert.equal(answer.to, employee.logIn);
  assert.equal((await mailsOf(app)).length, 1);
});

test('links are requested a few at a time, a large file works, and what is no address is a result', async () => {
  let open = 0;
  let maxOpen = 0;
  const server = createServer((request, response) => {
    maxOpen = Math.max(maxOpen, ++open);
    response.on('close', () => open--);
    setTimeout(() => {
      response.writeHead(request.url === '/gone' ? 404 : 200);
      // Without an end: its size is of no interest.
      response.write('x'.repeat(1_000));
      if (request.url !== '/endless') response.end();
    }, 30);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
    const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
    const headers = await signIn(app, employee);
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const urls = [
      `${base}/gone`,
      `${base}/endless`,
      'https://[x',
      'http://127.0.0.1:1/',
      ...Array.from({ length: 20 }, (_, n) => `${base}/${n}`),
    ];
    const text = urls.map((url) => `<p><a href="${url}">look</a></p>`).join('');
    const { id } = await buildCampaign(app, company, { blocks: [{ kind: 'text', text }] });
    const { status, answer } = await app.call(emailCampaigns.checkLinks, { id }, headers);
    assert.equal(status, 200);
    const works = new Map(answer.map(({ url, works }) => [url, works]));
    assert.deepEqual(
      [works.get(`${base}/gone`), works.get(`${base}/endless`), works.get('https://[x')],
      [false, true, false],
    );
    assert.equal([...works.values()].filter(Boolean).length, 21);
    const answers = new Map(answer.map(({ url, answer: why }) => [url, why]));
    assert.deepEqual(
      [answers.get('https://[x'), answers.get('http://127.0.0.1:1/')],
      ['This is not an address.', 'The site refuses the connection.'],
    );
    assert.ok(maxOpen <= 8, `${maxOpen} at once`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('pages of the installation are found, and redirects to other ports of its host are checked as any host', async () => {
  let inside = 0;
  const other = createServer((_, response) => {
    inside += 1;
    response.end('inside');
  });
  const own = createServer((request, response) => {
    if (request.url === '/here') return response.end('here');
    const location = request.url === '/within' ? '/here' : `http://127.0.0.1:${portOf(other)}/`;
    return response.writeHead(302, { location }).end();
  });
  const portOf = (server: typeof own) => (server.address() as AddressInfo).port;
  for (const server of [own, other]) await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const base = `http://127.0.0.1:${portOf(own)}`;
    await using app = await testApp({ env: { PUBLIC_URL: base } });
    const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
    const headers = await signIn(app, employee);
    const urls = [`${base}/here`, `${base}/within`, `${base}/outside`, `http://127.0.0.1:${portOf(other)}/`];
    const text = urls.map((url) => `<p><a href="${url}">look</a></p>`).join('');
    const { id } = await buildCampaign(app, company, { blocks: [{ kind: 'text', text }] });
    const { answer } = await app.call(emailCampaigns.checkLinks, { id }, headers);
    assert.deepEqual(
      urls.map((url) => answer.find((link) => link.url === url)?.works),
      [true, true, false, false],
    );
    assert.equal(inside, 0, 'nothing was connected to');
  } finally {
    for (const server of [own, other]) server.close();
  }
});

test('a test mail goes to the caller, as the chosen customer would get it, and counts nowhere', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'], logIn: 'olga@daybook.test' });
  const headers = await signIn(app, employee);
  await verifyCompany(app, company);
  const other = await buildBusiness(app);
  const contact = await buildContact(app, company, { name: 'Mara', eMail: 'mara@example.test' });
  const foreign = await buildContact(app, other.company, { name: 'Foreign', eMail: 'foreign@example.test' });
  const { id } = await buildCampaign(app, company);
  for (const operation of [emailCampaigns.getTest, emailCampaigns.sendTest]) {
    assert.equal((await app.call(operation, { id, contactId: foreign.id }, headers)).status, 404);
  }
  const { answer } = await app.call(emailCampaigns.sendTest, { id, contactId: contact.id }, headers);
  assert.deepEqual(answer, { to: 'olga@daybook.test' });
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();
  const mail = await server.next();
  assert.deepEqual(mail.envelope.to, ['olga@daybook.test']);
  assert.match(mail.html ?? '', /Hello Mara, come again/);
  const { figures } = (await app.call(emailCampaigns.getById, { id }, headers)).answer;
  assert.deepEqual([figures.audience, figures.sent], [0, 0]);
});

test('a campaign that is being written goes to the caller, with pictures that mail programs can load', async () => {
  await using app = await testApp();
  const { company, employee, location } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const colleague = await buildEmployee(app, location);
  const picture = async (uploadedBy: string) =>
    (await buildFile(app, company, { mimeType: 'image/png', uploadedBy })).id;
  const own = await picture(employee.userId);
  const others = await picture(colleague.userId);
  const image = (pictureId: string) => [{ kind: 'image' as const, pictureId, alt: 'Door' }];
  const draft = { name: 'Spring', subject: 'Hello {{name}}', blocks: image(own) };
  assert.equal((await app.call(emailCampaigns.sendDraft, draft, headers)).status, 409);
  await verifyCompany(app, company);
  assert.equal((await app.call(emailCampaigns.sendDraft, { ...draft, blocks: image(others) }, headers)).status, 417);
  const { answer } = await app.call(emailCampaigns.sendDraft, draft, headers);
  assert.deepEqual(answer, { to: employee.logIn });
  const [mail] = await mailsOf(app);
  assert.equal(mail?.subject, 'Hello Alex Example');
  const isPublic = await app.database.read
    .selectFrom('files')
    .select('isPublic')
    .where('id', '=', own)
    .executeTakeFirst();
  assert.deepEqual(isPublic, { isPublic: true });
  assert.equal((await app.call(smsCampaigns.sendDraft, { message: 'Hello' }, headers)).status, 409);
});

test('the preview warns of what needs attention', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const nothing = { url: '', alt: '', pictureId: null, serviceId: null, calendarId: null, left: [], right: [] };
  const picture = { ...nothing, kind: 'image', text: '', pictureId: employee.userId } as const;
  const text = { ...nothing, kind: 'text', text: '<p>Hello {{nmae}}</p>' } as const;
  const mail = await app.call(emailCampaigns.preview, { subject: 'News', blocks: [text, picture] }, headers);
  assert.deepEqual(mail.answer.warnings, ['noAlt', 'noLinks', 'unknownName']);
  const large = { ...text, text: `<p><a href="https://example.test">${'x'.repeat(19_000)}</a></p>` };
  const bytes = await app.call(emailCampaigns.preview, { subject: 'News', blocks: Array(6).fill(large) }, headers);
  assert.deepEqual(bytes.answer.warnings, ['large']);
  const sms = await app.call(smsCampaigns.preview, { message: `Hello {{nmae}} ${'x'.repeat(700)}` }, headers);
  assert.deepEqual(sms.answer.warnings, ['noLinks', 'long', 'unknownName']);
  assert.ok(sms.answer.maxParts >= sms.answer.parts);
  const tooLong = await app.call(smsCampaigns.preview, { message: 'x'.repeat(1_001) }, headers);
  assert.equal(tooLong.status, 417);
});

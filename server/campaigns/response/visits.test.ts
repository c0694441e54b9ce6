// Tests what recipients do with a message: links they follow, what scanners do, bookings that come of it,
// unsubscribing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { subscriptions } from '#contract/campaigns/subscriptions.ts';
import { reports } from '#contract/reports/reports.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { sendCampaigns, sendingCompany } from '#server/testing/build/send-campaigns.ts';
import { person, sentCampaign } from '#server/testing/build/sent-campaign.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { settleEarlyClicks } from './settle-early-clicks.ts';

test('from the link to the booking and its income', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { employee, location, book, path, figures, follow, id } = await sentCampaign(app, server);
  const service = await buildService(app, employee, { minutes: 30, price: 42.5 });
  app.clock.advance({ minutes: 5 });
  const followed = await follow(book);
  assert.equal(followed.statusCode, 302);
  const target = new URL(String(followed.headers.location));
  assert.equal(target.pathname, path);
  const via = target.searchParams.get('via') ?? '';
  assert.match(via, /^[\w-]{36}$/);
  assert.equal(followed.headers['referrer-policy'], 'no-referrer');
  const address = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  const hold = async (start: string, end: string, cameFrom: string | undefined) => {
    const request = {
      ...address,
      start,
      end,
      serviceId: service.id,
      name: 'Mara',
      eMail: 'mara@example.test',
      via: cameFrom,
    };
    const { answer } = await app.call(publicCalendars.insertEvent, request);
    await app.call(publicCalendars.confirmEvent, { id: answer.id, token: answer.token });
    return answer.id;
  };
  assert.deepEqual([(await figures()).delivered, (await figures()).booked], [1, 0]);
  const visitId = await hold('2026-03-02T10:00:00Z', '2026-03-02T10:30:00Z', via);
  await hold('2026-03-02T11:00:00Z', '2026-03-02T11:30:00Z', undefined);
  assert.deepEqual([(await figures()).bookings, (await figures()).income], [1, 0]);
  app.clock.set('2026-03-02T10:40:00Z');
  const later = await signIn(app, employee);
  for (const status of ['confirmed', 'completed'] as const) {
    const { status: answered, body } = await app.call(visits.changeStatus, { id: visitId, status }, later);
    assert.equal(answered, 200, `${status}: ${body}`);
  }
  const after = await figures();
  assert.deepEqual([after.visited, after.booked, after.bookings, after.income], [1, 1, 1, 42.5]);
  const report = await app.call(reports.getEmailMarketing, { start: '2026-02-01', end: '2026-03-31' }, later);
  const points: { sent: number; visited: number }[] = report.answer;
  const sum = (figure: 'sent' | 'visited') => points.reduce((total, point) => total + point[figure], 0);
  assert.deepEqual([sum('sent'), sum('visited')], [1, 1]);
  // Another campaign can address those who came through this one.
  const { answer } = await app.call(
    marketing.countAudience,
    { medium: 'mail', audience: { campaignIds: [id] } },
    later,
  );
  assert.equal(answer.reached, 1);
  // A visit to a link of another company counts there for nothing; later than seven days, here neither.
  const other = await sentCampaign(app, server);
  app.clock.advance({ minutes: 5 });
  const foreign = new URL(String((await other.follow(other.book)).headers.location)).searchParams.get('via') ?? '';
  await hold('2026-03-03T10:00:00Z', '2026-03-03T10:30:00Z', foreign);
  assert.equal((await other.figures()).bookings, 0);
  app.clock.advance({ hours: 7 * 24 });
  await hold('2026-03-12T10:00:00Z', '2026-03-12T10:30:00Z', via);
  const rest = await app.call(emailCampaigns.getById, { id }, await signIn(app, employee));
  assert.equal(rest.answer.figures.bookings, 1);
});

test('a scanner that follows every link neither unsubscribes nor counts as a person', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { news, book, unsubscribe, figures, follow, company } = await sentCampaign(app, server);
  app.clock.advance({ minutes: 1 });
  // As programs are: without the headers of a navigation, HEAD, ahead of the reader, named as a robot.
  for (const extra of [{}, { ...person, 'sec-purpose': 'prefetch' }, { ...person, 'user-agent': 'Googlebot/2.1' }]) {
    assert.equal((await follow(news, extra)).statusCode, 302);
  }
  assert.equal((await follow(news, person, 'HEAD')).statusCode, 302);
  // One that looks like a browser follows all links at once.
  app.clock.advance({ minutes: 1 });
  for (const link of [news, book, unsubscribe]) await follow(link);
  assert.equal((await app.call(subscriptions.get, { token: unsubscribe.slice(-22) })).answer.isSubscribed, true);
  const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
    app.server.inject({ method: 'POST', url: unsubscribe, payload, headers: { 'content-type': type } });
  assert.equal((await post('q=1')).statusCode, 400);
  assert.equal((await post('{}', 'application/json')).statusCode, 400);
  const scanned = await figures();
  assert.deepEqual([scanned.visited, scanned.unsubscribed], [0, 0]);
  assert.equal(scanned.scanned, 6);
  assert.equal((await app.database.read.selectFrom('suppressions').select('id').execute()).length, 0);
  // The person behind it, later.
  app.clock.advance({ minutes: 10 });
  assert.equal(String((await follow(news)).headers.location), 'https://example.test/news');
  assert.equal((await figures()).visited, 1);
  // A person sees a page, in their language.
  for (const unknown of [`${news.slice(0, -1)}99`, '/v/AAAAAAAAAAAAAAAAAAAAAA/1', '/v/nonsense']) {
    assert.equal((await follow(unknown)).headers.location, '/static/404');
    assert.equal((await follow(unknown, {})).statusCode, 404);
  }
  const columns = await app.database.read.selectFrom('campaignVisits').selectAll().limit(1).executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(columns), /Mozilla|127\.0\.0\.1/);
  assert.equal(columns.companyId, company.id);
});

test('scanners use up no click of a person, and a message that arrived by word of a person has a time of sending', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { id, news, figures, follow } = await sentCampaign(app, server);
  app.clock.advance({ minutes: 1 });
  for (let nth = 0; nth < 25; nth++) await follow(news, {});
  assert.deepEqual([(await figures()).scanned, (await figures()).visited], [20, 0]);
  // As a message is whose outcome was uncertain.
  await sql`update campaign_recipients set sent_at = null where campaign_id = ${id}`.execute(app.database.write);
  app.clock.advance({ minutes: 1 });
  await follow(news);
  assert.equal((await figures()).visited, 1);
  // Links that were stored before links were checked, and that came with an archive.
  for (const url of ['https://[x', 'javascript:alert(1)', 'data:text/html,x']) {
    await sql`update campaign_links set url = ${url} where campaign_id = ${id} and position = 1`.execute(
      app.database.write,
    );
    assert.equal((await follow(news)).headers.location, '/static/404');
  }
});

test('a link with letters of any language leads there, and links that the message does not contain hide no scanner', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { id, news, book, figures, follow } = await sentCampaign(app, server);
  const { write } = app.database;
  // An earlier version of the campaign had another link.
  await sql`insert into campaign_links (company_id, campaign_id, position, url)
    select company_id, id, 3, 'https://example.test/old' from campaigns where id = ${id}`.execute(write);
  app.clock.advance({ minutes: 1 });
  await follow(news);
  await follow(book);
  assert.deepEqual([(await figures()).visited, (await figures()).scanned], [0, 2]);
  await sql`update campaign_links set url = 'https://example.test/matš' where campaign_id = ${id} and position = 1`.execute(
    write,
  );
  app.clock.advance({ minutes: 1 });
  assert.equal((await follow(news)).headers.location, 'https://example.test/mat%C5%A1');
});

test('a link of a message speaks for the address that it was sent to', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { unsubscribe, company, contact } = await sentCampaign(app, server);
  const token = unsubscribe.slice(-22);
  const { write } = app.database;
  const consentOf = async (id: string) =>
    (await write.selectFrom('contacts').select('mailConsent').where('id', '=', id).executeTakeFirstOrThrow())
      .mailConsent;
  const consent = { companyId: company.id, channel: 'email', userId: null, shownText: '', source: 'link' } as const;
  const record = (contactId: string, isGiven: boolean) =>
    recordConsent({ ...app, db: write }, { ...consent, contactId, isGiven });
  // Another customer with the address has unsubscribed before.
  const other = await buildContact(app, company, { name: 'Lena', eMail: 'mara@example.test' });
  await record(other.id, false);
  await sql`insert into suppressions (id, company_id, medium, address, reason, purpose, evidence, created_at)
    values (gen_random_uuid(), ${company.id}, 'mail', 'mara@example.test', 'unsubscribed', 'campaign', '', now())`.execute(
    write,
  );
  app.clock.advance({ minutes: 1 });
  await app.call(subscriptions.set, { token, isSubscribed: false });
  assert.equal(await consentOf(contact.id), 'withdrawn');
  await app.call(subscriptions.set, { token, isSubscribed: true });
  // Staff correct the address, whose owner objects.
  await write.updateTable('contacts').set({ eMail: 'right@example.test' }).where('id', '=', contact.id).execute();
  app.clock.advance({ minutes: 1 });
  await record(contact.id, false);
  for (const isSubscribed of [false, true]) {
    app.clock.advance({ minutes: 1 });
    assert.equal((await app.call(subscriptions.set, { token, isSubscribed })).answer.isSubscribed, isSubscribed);
    assert.equal(await consentOf(contact.id), 'withdrawn');
  }
});

test('one click of a mail program unsubscribes, a page does after a click, and both can be taken back', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { unsubscribe, figures, headers, company, contact } = await sentCampaign(app, server);
  const token = unsubscribe.slice(-22);
  const { answer } = await app.call(subscriptions.get, { token });
  assert.deepEqual(answer, {
    companyName: company.name,
    channel: 'email',
    address: 'm…@example.test',
    isSubscribed: true,
  });
  const reached = async () => (await app.call(marketing.countAudience, { medium: 'mail' }, headers)).answer.reached;
  assert.equal(await reached(), 1);
  app.clock.advance({ minutes: 1 });
  const post = async (payload: string, type?: string) => {
    const headers = type === undefined ? undefined : { 'content-type': type };
    return (await app.server.inject({ method: 'POST', url: unsubscribe, payload, headers })).statusCode;
  };
  const part = (value: string, ...fields: string[]) => ['--x', ...fields, '', value, '--x--', ''].join('\r\n');
  const named = 'Content-Disposition: form-data; name="List-Unsubscribe"';
  const field = 'List-Unsubscribe=One-Click';
  for (const [payload, type] of [
    ['List-Unsubscribe=No', 'application/x-www-form-urlencoded'],
    ['{"List-Unsubscribe":"One-Click"}', 'application/json'],
    [part('One-Click', 'Content-Disposition: form-data; name="other"'), 'multipart/form-data; boundary=x'],
    [part('No', named), 'multipart/form-data; boundary=x'],
    ['', 'text/plain'],
  ] as const) {
    assert.equal(await post(payload, type), 400, payload);
  }
  assert.equal(await reached(), 1);
  const forms: [string, string?][] = [
    [field, 'application/x-www-form-urlencoded'],
    [`${field}\r\n`, 'application/x-www-form-urlencoded; charset=UTF-8'],
    [field, 'text/plain'],
    [field, 'application/octet-stream'],
    [field],
    [part('One-Click', named), 'multipart/form-data; boundary=x'],
    [part('One-Click', named, 'Content-Type: text/plain; charset=us-ascii'), 'multipart/form-data; boundary=x'],
    [part('One-Click', named, 'Content-Length: 9'), 'multipart/form-data; boundary="x"'],
    [part('One-Click', 'Content-Type: text/plain', named), 'multipart/form-data; boundary=x'],
    [part('One-Click', 'content-disposition: form-data; name=List-Unsubscribe'), 'multipart/form-data; boundary=x'],
  ];
  for (const [payload, type] of forms) {
    app.clock.advance({ minutes: 1 });
    await app.call(subscriptions.set, { token, isSubscribed: true });
    assert.equal(await reached(), 1);
    app.clock.advance({ minutes: 1 });
    assert.equal(await post(payload, type), 200, payload);
    assert.equal(await post(payload, type), 200, 'again');
    assert.equal(await reached(), 0, payload);
  }
  assert.equal((await figures()).unsubscribed, 1);
  const rows = await app.database.read
    .selectFrom('consents')
    .select(['isGiven', 'source', 'userId'])
    .where('contactId', '=', contact.id)
    .orderBy('createdAt', 'desc')
    .execute();
  assert.deepEqual(rows[0], { isGiven: false, source: 'link', userId: null });
  assert.equal(rows.length, 1 + 2 * forms.length - 1, 'a repeated request changes nothing');
  app.clock.advance({ minutes: 1 });
  assert.equal((await app.call(subscriptions.set, { token, isSubscribed: true })).answer.isSubscribed, true);
  assert.equal(await reached(), 1);
  assert.equal((await app.call(subscriptions.get, { token: 'x'.repeat(22) })).status, 404);
});

test('a consent of a visitor counts once a link proves the address, and never lifts a withdrawal before', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const service = await buildService(app, employee, { minutes: 30 });
  const headers = await signIn(app, employee);
  const address = { locationUrlName: location.urlName, userUrlName: employee.urlName };
  const reached = async () => (await app.call(marketing.countAudience, { medium: 'mail' }, headers)).answer.reached;
  const book = async (hour: string) => {
    const times = { start: `2026-03-02T${hour}:00:00Z`, end: `2026-03-02T${hour}:30:00Z` };
    const visitor = { name: 'Mara', eMail: 'mara@example.test', serviceId: service.id };
    const { answer } = await app.call(publicCalendars.insertEvent, { ...address, ...times, ...visitor });
    await app.call(publicCalendars.confirmEvent, { id: answer.id, token: answer.token, consents: ['email'] });
    const mail = (await storedMails(app, 'mara@example.test')).find(({ visitId }) => visitId === answer.id);
    return /\/appointment\/([\w-]+)\/confirm/.exec(mail?.plain ?? '')?.[1] ?? '';
  };
  const first = await book('10');
  assert.equal(await reached(), 0);
  await app.call(publicCalendars.processAppointment, { actionHash: first, action: 'confirm' });
  assert.equal(await reached(), 1);
  app.clock.advance({ minutes: 1 });
  const { id: contactId } = await app.database.read
    .selectFrom('contacts')
    .select('id')
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow();
  const withdrawal = { companyId: company.id, contactId, channel: 'email', isGiven: false, source: 'link' } as const;
  await recordConsent({ ...app, db: app.database.write }, { ...withdrawal, userId: null, shownText: '' });
  assert.equal(await reached(), 0);
  app.clock.advance({ minutes: 1 });
  const second = await book('12');
  assert.equal(await reached(), 0, 'anybody can type the address');
  await app.call(publicCalendars.processAppointment, { actionHash: second, action: 'confirm' });
  assert.equal(await reached(), 1);
  // The page of the appointment shows it, and takes it back.
  assert.deepEqual((await app.call(publicCalendars.getConsents, { actionHash: second })).answer, [
    { channel: 'email', isGiven: true },
  ]);
  app.clock.advance({ minutes: 1 });
  const consent = { actionHash: second, channel: 'email' } as const;
  await app.call(publicCalendars.setConsent, { ...consent, isGiven: false });
  assert.equal(await reached(), 0);
  app.clock.advance({ minutes: 1 });
  await app.call(publicCalendars.setConsent, { ...consent, isGiven: true });
  assert.equal(await reached(), 1);
});

test('in an installation without a mail server, who follows a link of a kept message is a person', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  const { id: contactId } = await buildContact(app, company, { name: 'Mara', eMail: 'mara@example.test' });
  const consent = { companyId: company.id, contactId, channel: 'email', userId: null, shownText: '' } as const;
  await recordConsent({ ...app, db: app.database.write }, { ...consent, isGiven: true, source: 'staff' });
  const blocks = [{ kind: 'button' as const, text: 'News', url: 'https://example.test/news' }];
  const { id } = await buildCampaign(app, company, { blocks });
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const [kept] = await storedMails(app);
  const { pathname } = new URL(kept?.fields?.visit ?? '');
  app.clock.advance({ seconds: 10 });
  const { statusCode } = await app.server.inject({ url: `${pathname}/1`, headers: person });
  assert.equal(statusCode, 302);
  const { figures } = (await app.call(emailCampaigns.getById, { id }, headers)).answer;
  assert.deepEqual([figures.visited, figures.scanned], [1, 0]);
});

test('without Fetch Metadata, as over plain HTTP, agent and time decide', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { news, figures, follow } = await sentCampaign(app, server);
  const browser = {
    'user-agent': person['user-agent'],
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'lv',
  };
  app.clock.advance({ minutes: 4 });
  await follow(news, browser);
  assert.equal((await figures()).visited, 0, 'so early, it may be a scanner');
  app.clock.advance({ minutes: 2 });
  for (const program of [
    { ...browser, 'user-agent': 'curl/8.5' },
    { ...browser, accept: '*/*' },
    { ...browser, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { ...browser, purpose: 'prefetch' },
  ])
    assert.equal((await follow(news, program)).statusCode, 302);
  assert.equal((await figures()).visited, 0);
  await follow(news, browser);
  assert.equal((await figures()).visited, 1);
});

/** Further recipients of a campaign at the domain of the first, by the tokens of their links. */
async function addRecipients(app: TestApp, id: string, company: { id: string }, tokens: readonly string[]) {
  for (const token of tokens) {
    const eMail = `${token.slice(0, 1).toLowerCase()}@example.test`;
    const contact = await buildContact(app, company, { name: 'Another', eMail });
    const changed = { id: crypto.randomUUID(), contact_id: contact.id, address: eMail, delivery_id: null };
    const tokenHash = `\\x${hashToken(token).toString('hex')}`;
    await sql`insert into campaign_recipients select p.* from campaign_recipients r
      cross join lateral jsonb_populate_record(r, ${JSON.stringify({ ...changed, token_hash: tokenHash })}::jsonb) p
      where r.campaign_id = ${id} and r.address = 'mara@example.test'`.execute(app.database.write);
  }
}

test('a lone click soon after the message was sent counts once another act follows', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { book, path, figures, follow } = await sentCampaign(app, server);
  app.clock.advance({ seconds: 20 });
  const target = new URL(String((await follow(book)).headers.location));
  assert.equal(target.pathname, path);
  assert.ok(target.searchParams.get('via'), 'a booking that comes of it would be counted');
  assert.deepEqual([(await figures()).visited, (await figures()).scanned], [0, 0]);
  app.clock.advance({ seconds: 30 });
  await follow(book);
  assert.deepEqual([(await figures()).visited, (await figures()).scanned], [1, 0]);
});

test('an early click counts after some minutes, in the report as well, but not that of a scanner that takes its time', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const early = await sentCampaign(app, server);
  const scanned = await sentCampaign(app, server);
  app.clock.advance({ seconds: 20 });
  await early.follow(early.news);
  await scanned.follow(scanned.news);
  app.clock.advance({ seconds: 5 });
  await scanned.follow(scanned.book);
  app.clock.advance({ minutes: 4 });
  assert.equal(await settleEarlyClicks(app), 0);
  app.clock.advance({ minutes: 1 });
  assert.equal(await settleEarlyClicks(app), 1);
  assert.deepEqual([(await early.figures()).visited, (await early.figures()).scanned], [1, 0]);
  assert.deepEqual([(await scanned.figures()).visited, (await scanned.figures()).scanned], [0, 2]);
  const range = { start: '2026-02-01', end: '2026-03-31' };
  for (const [one, visited] of [
    [early, 1],
    [scanned, 0],
  ] as const) {
    const report = await app.call(reports.getEmailMarketing, range, await signIn(app, one.employee));
    const points: { visited: number }[] = report.answer;
    assert.equal(
      points.reduce((sum, point) => sum + point.visited, 0),
      visited,
    );
  }
});

test('a gateway that opens one link of each message of its domain is no person', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { id, company, news, figures, follow } = await sentCampaign(app, server);
  const tokens = ['A', 'B', 'C'].map((letter) => letter.repeat(22));
  await addRecipients(app, id, company, tokens);
  const [, , token = ''] = news.split('/');
  const others = tokens.map((other) => news.replace(token, other));
  app.clock.advance({ seconds: 20 });
  for (const link of [news, ...others]) await follow(link);
  app.clock.advance({ minutes: 6 });
  assert.equal(await settleEarlyClicks(app), 0);
  assert.deepEqual([(await figures()).visited, (await figures()).scanned], [0, 4]);
  // The person behind it, later.
  app.clock.advance({ minutes: 10 });
  await follow(news);
  assert.deepEqual([(await figures()).visited, (await figures()).scanned], [1, 4]);
});

test('a booking that comes of an early click is the act of a person', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { employee, location, book, figures, follow } = await sentCampaign(app, server);
  const service = await buildService(app, employee, { minutes: 30 });
  app.clock.advance({ seconds: 20 });
  const via = new URL(String((await follow(book)).headers.location)).searchParams.get('via') ?? undefined;
  const { answer } = await app.call(publicCalendars.insertEvent, {
    ...{ locationUrlName: location.urlName, userUrlName: employee.urlName, serviceId: service.id, via },
    ...{ start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:30:00Z', name: 'Mara', eMail: 'mara@example.test' },
  });
  await app.call(publicCalendars.confirmEvent, { id: answer.id, token: answer.token });
  assert.equal(await settleEarlyClicks(app), 1);
  assert.deepEqual([(await figures()).visited, (await figures()).bookings], [1, 1]);
});

// Tests of where the links of messages lead: elsewhere by a page, unless the operator trusts the company, and nowhere
// 90 days after the campaign.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { subscriptions } from '#contract/campaigns/subscriptions.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { person, sentCampaign } from '#server/testing/build/sent-campaign.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';

const { getLink, followLink } = subscriptions;
const browser = { headers: { 'user-agent': person['user-agent'] } };

/** The parts of `/v/TOKEN/LINK`. */
function partsOf(address: string): { token: string; link: number } {
  const [, , token = '', link = ''] = address.split('/');
  return { token, link: Number(link) };
}

test('a page says where a link to another site leads; its button is the visit that counts', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { news, book, path, company, figures, follow } = await sentCampaign(app, server, { linksLeadDirectly: false });
  app.clock.advance({ minutes: 5 });
  const { token, link } = partsOf(news);
  const opened = await follow(news);
  assert.equal(opened.statusCode, 302);
  assert.equal(opened.headers.location, `http://localhost:3000/marketing/link/${token}/${link}`);
  const { answer } = await app.call(getLink, { token, link });
  assert.deepEqual(answer, { companyName: company.name, url: 'https://example.test/news', hasEnded: false });
  assert.equal((await figures()).visited, 0, 'the page is no visit');
  const robot = { headers: { 'user-agent': 'Googlebot/2.1' } };
  assert.equal((await app.call(followLink, { token, link }, robot)).answer.url, 'https://example.test/news');
  assert.equal((await figures()).visited, 0, 'a robot is no person');
  assert.equal((await app.call(followLink, { token, link }, browser)).answer.url, 'https://example.test/news');
  assert.equal((await figures()).visited, 1);
  assert.equal(
    new URL(String((await follow(book)).headers.location)).pathname,
    path,
    'into this site it leads at once',
  );
  for (const unknown of [
    { token, link: 99 },
    { token: 'abcdefghijkLMNOPQRSTUV', link: 0 },
  ]) {
    assert.equal((await app.call(getLink, unknown)).status, 404);
    assert.equal((await app.call(followLink, unknown, browser)).status, 404);
  }
});

test('the operator decides whether the links of a company lead directly', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { news, company, follow } = await sentCampaign(app, server, { linksLeadDirectly: false });
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { getById, update } = systemCompanies.operations;
  assert.equal((await app.call(getById, { id: company.id }, operator)).answer.linksLeadDirectly, false);
  const saved = await app.call(update, { id: company.id, linksLeadDirectly: true }, operator);
  assert.equal(saved.status, 200, saved.body);
  assert.equal((await follow(news)).headers.location, 'https://example.test/news');
  // Another update says nothing of it.
  await app.call(update, { id: company.id, address: 'Elm Street' }, operator);
  assert.equal((await follow(news)).headers.location, 'https://example.test/news');
});

test('links work while their campaign runs, and for 90 days afterwards', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { id, news, book, company, employee, headers, figures, follow } = await sentCampaign(app, server);
  const { token, link } = partsOf(news);
  await app.call(emailCampaigns.stop, { id }, headers);
  app.clock.advance({ hours: 90 * 24 - 1 });
  assert.equal((await follow(news)).headers.location, 'https://example.test/news');
  const before = await figures();
  app.clock.advance({ hours: 1 });
  for (const one of [news, book])
    assert.match(String((await follow(one)).headers.location), /^http:\/\/localhost:3000\/marketing\/link\//);
  assert.deepEqual((await app.call(getLink, { token, link })).answer, {
    companyName: company.name,
    url: '',
    hasEnded: true,
  });
  const refused = await app.call(followLink, { token, link }, browser);
  assert.equal(refused.status, 409);
  assert.equal(JSON.parse(refused.body).Code, 'messageLink.ended');
  assert.deepEqual(await figures(), before);
  // A campaign that runs again has working links.
  const { write } = app.database;
  await write.updateTable('campaigns').set({ started: true }).where('id', '=', id).execute();
  assert.equal((await follow(news)).headers.location, 'https://example.test/news');
  assert.equal((await app.call(emailCampaigns.stop, { id }, await signIn(app, employee))).status, 200);
  app.clock.advance({ hours: 89 * 24 });
  assert.equal((await follow(news)).headers.location, 'https://example.test/news');
});

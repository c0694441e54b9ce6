// Tests of what an e-mail of a campaign says about a service.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a service has the price and length of the person whom it names, or those of everyone, and leads to the cheapest', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  const headers = await signIn(app, employee);
  const [anna, vera] = [await buildEmployee(app, location), await buildEmployee(app, location)];
  const { id: serviceId } = await buildService(app, employee, { minutes: 60, price: 30 });
  await buildServicePerson(app, anna, { id: serviceId }, { minutes: 45, price: 20 });
  const shown = async (calendarId: string | null) => {
    const blocks = [{ kind: 'service' as const, serviceId, calendarId }];
    const { answer } = await app.call(emailCampaigns.preview, { subject: 'News', blocks }, headers);
    const [, details] = /class="soft" style="color:#5B6068;">([^<]*)</.exec(answer.html) ?? [];
    return { details, path: answer.links[0]?.url.replace(/^.*\/|\?.*$/g, ''), warnings: answer.warnings };
  };
  assert.deepEqual(await shown(anna.calendarId), { details: '45 min · €20', path: anna.urlName, warnings: [] });
  assert.deepEqual(await shown(employee.calendarId), {
    details: '60 min · €30',
    path: employee.urlName,
    warnings: [],
  });
  assert.deepEqual(await shown(null), { details: '45–60 min · from €20', path: anna.urlName, warnings: [] });
  await app.database.write
    .updateTable('employees')
    .set({ isProfilePublic: false })
    .where('userId', '=', anna.userId)
    .execute();
  assert.deepEqual(await shown(null), { details: '60 min · €30', path: employee.urlName, warnings: [] });
  assert.deepEqual(await shown(anna.calendarId), {
    details: '45 min · €20',
    path: undefined,
    warnings: ['notBookable', 'noLinks'],
  });

  const offered = [{ kind: 'service' as const, serviceId, calendarId: vera.calendarId }];
  const { id } = await buildCampaign(app, company, { blocks: offered });
  const saved = await app.call(emailCampaigns.update, { id, blocks: offered }, headers);
  assert.deepEqual(
    saved.complaints.map(({ Key, Message }) => [Key, Message]),
    [['Blocks[0].CalendarId', 'This person does not offer this service. Choose another.']],
  );
  const started = await app.call(emailCampaigns.send, { id }, headers);
  assert.deepEqual([started.status, JSON.parse(started.body).Code], [409, 'campaigns.namesOther']);
});

test('a service with variants has the lengths and the lowest price with those that can be booked', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  const headers = await signIn(app, employee);
  const { id: serviceId } = await buildService(app, employee, { minutes: 60, price: 30 });
  const { companyId } = employee;
  const add = (kind: string, minutes: number, price: number, isActive = true) =>
    app.database.write
      .insertInto('serviceOptions')
      .values({
        companyId,
        id: randomUUIDv7(),
        serviceId,
        kind,
        name: `${kind} ${minutes}`,
        minutes,
        price,
        position: 0,
        isActive,
      })
      .execute();
  await add('variant', 10, 5);
  await add('variant', 30, 12.5);
  await add('variant', 0, 0, false);
  await add('extra', 5, 1);
  const blocks = [{ kind: 'service' as const, serviceId, calendarId: null }];
  const { answer } = await app.call(emailCampaigns.preview, { subject: 'News', blocks }, headers);
  assert.match(answer.html, />70–90 min · from €35</);
});

test('a campaign with a block that names nothing is refused, and a check alone changes nothing', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  const headers = await signIn(app, employee);
  const text = { kind: 'text' as const, text: '<p>Hello</p>' };
  const { id } = await buildCampaign(app, company, { blocks: [text, { kind: 'service' }] });
  const codeOf = async () => {
    const { status, body } = await app.call(emailCampaigns.send, { id, checkOnly: true }, headers);
    return [status, JSON.parse(body).Code ?? JSON.parse(body).State];
  };
  assert.deepEqual(await codeOf(), [409, 'campaigns.namesNothing']);
  await app.call(emailCampaigns.update, { id, blocks: [text] }, headers);
  assert.deepEqual(await codeOf(), [409, 'campaigns.nobody']);
  const { id: contactId } = await buildContact(app, company, { eMail: 'mara@example.test' });
  const consent = { companyId: company.id, contactId, channel: 'email', userId: null, shownText: '' } as const;
  await recordConsent({ ...app, db: app.database.write }, { ...consent, isGiven: true, source: 'staff' });
  assert.deepEqual(await codeOf(), [200, 'idle']);
});

test('names are not filled in within links, in the preview either, which warns of them and of empty blocks', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const blocks = [
    { kind: 'button' as const, text: 'Hello', url: 'https://salon.test/?for={{name}}' },
    { kind: 'heading' as const, text: '' },
  ];
  const { answer } = await app.call(emailCampaigns.preview, { subject: 'News', blocks }, headers);
  assert.match(answer.html, /href="https:\/\/salon\.test\/\?for=%7B%7Bname%7D%7D"/);
  assert.deepEqual(answer.warnings, ['emptyBlock', 'nameInLink']);
});

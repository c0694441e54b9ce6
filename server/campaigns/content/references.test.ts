// Tests of campaigns that refer to records which were deleted since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a campaign that refers to deleted records is neither saved nor started, and each field says so', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  const headers = await signIn(app, employee);
  const { id: serviceId } = await buildService(app, employee);
  const blocks = [
    { kind: 'text' as const, text: '<p>Hello</p>' },
    { kind: 'columns' as const, right: [{ kind: 'service' as const, serviceId }] },
  ];
  const content = { blocks, audience: { serviceIds: [serviceId] } };
  const { id } = await buildCampaign(app, company, content);
  await app.database.write.deleteFrom('services').where('id', '=', serviceId).execute();
  const named = ['Audience.ServiceIds[0]', 'Blocks[1].Right[0].ServiceId'];
  const saved = await app.call(emailCampaigns.update, { id, ...content, name: 'Later' }, headers);
  assert.deepEqual([saved.status, saved.complaints.map(({ Key }) => Key)], [417, named]);
  const { complaints } = await app.call(
    marketing.countAudience,
    { medium: 'mail', campaignId: id, audience: content.audience },
    headers,
  );
  assert.deepEqual(
    complaints.map(({ Key }) => Key),
    named.slice(0, 1),
  );
  const started = await app.call(emailCampaigns.send, { id }, headers);
  assert.deepEqual([started.status, JSON.parse(started.body).Code], [409, 'campaigns.namesGone']);
  // The customers of a person who has left can be addressed, but the person cannot be offered.
  const other = await buildEmployee(app, location);
  const { calendarId } = other;
  await buildEvent(app, other, { start: '2026-03-02T10:00:00Z' });
  await app.database.write.deleteFrom('employees').where('userId', '=', other.userId).execute();
  const left = { id, blocks: [{ kind: 'person' as const, calendarId }], audience: { calendarIds: [calendarId] } };
  const offered = await app.call(emailCampaigns.update, left, headers);
  assert.deepEqual(
    offered.complaints.map(({ Key }) => Key),
    ['Blocks[0].CalendarId'],
  );
});

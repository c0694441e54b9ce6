// The conditions of an audience are described by names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import i18next from 'i18next';
import { audience } from '#contract/campaigns/audience.ts';
import { describeAudience } from './describe-audience.ts';

await i18next.init({ lng: 'cimode' });

test('an audience names its places, and says when it has no condition', () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const none = { calendars: [], services: [], campaigns: [], tags: [], languages: [], pictures: [] };
  const choices = { ...none, locations: [{ id, name: 'Harbour' }] } as unknown as Parameters<
    typeof describeAudience
  >[1];
  assert.equal(
    describeAudience(audience.parse({ locationIds: [id], minVisits: 0 }), choices),
    'campaigns.who.locations: Harbour; campaigns.who.minVisits: 0',
  );
  assert.equal(describeAudience(audience.parse({}), choices), 'campaigns.who.everyone');
  const gone = audience.parse({ serviceIds: [id], campaignIds: [id] });
  assert.equal(
    describeAudience(gone, choices),
    'campaigns.who.services: campaigns.who.deleted; campaigns.who.campaigns: campaigns.who.earlierCampaign',
  );
});

// Tests of customers who are merged while a campaign is being sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { sendCampaigns, sendingCompany } from '#server/testing/build/send-campaigns.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { runCampaigns } from './run-campaigns.ts';

const { merge, undoMerge } = companyContacts.operations;

for (const isUndone of [false, true]) {
  test(`an address gets its mail when its customers are merged before${isUndone ? ', and the merge is undone' : ''}`, async () => {
    await using server = await openSmtpReceiver();
    await using app = await testApp({ env: { SMTP_URL: server.url } });
    const { company, headers } = await sendingCompany(app);
    const { write } = app.database;
    const [first, second] = [
      await buildContact(app, company, { name: 'Mara', eMail: 'mara@example.test' }),
      await buildContact(app, company, { name: 'Maria', eMail: 'mara@example.test' }),
    ];
    for (const { id: contactId } of [first, second]) {
      const consent = { companyId: company.id, contactId, channel: 'email', isGiven: true, source: 'staff' } as const;
      await recordConsent({ ...app, db: write }, { ...consent, userId: null, shownText: '' });
    }
    const { id } = await buildCampaign(app, company);
    await app.call(emailCampaigns.send, { id }, headers);
    await runCampaigns(app, { duration: 0 });
    const reached = async () => {
      const found = await write
        .selectFrom('campaignRecipients')
        .select('contactId')
        .where('leftOut', 'is', null)
        .execute();
      return found.map(({ contactId }) => contactId);
    };
    const [recipient = null] = await reached();
    const [kept, merged] = recipient === first.id ? [second, first] : [first, second];
    const merging = (await app.call(merge, { contactId: kept.id, mergedId: merged.id, take: [] }, headers)).answer;
    assert.deepEqual(await reached(), [kept.id]);
    if (isUndone) {
      await app.call(undoMerge, { id: merging.id }, headers);
      assert.deepEqual(await reached(), [merged.id]);
    }
    await sendCampaigns(app);
    assert.deepEqual((await server.next()).envelope.to, ['mara@example.test']);
    const { figures } = (await app.call(emailCampaigns.getById, { id }, headers)).answer;
    assert.deepEqual([figures.sent, figures.leftOut], [1, 1]);
  });
}

// Builds a campaign that a customer has received, with what they do with its links.
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { campaignMayStillSend } from '#server/campaigns/sending/may-still-send.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { campaignWhenSent } from '#server/campaigns/sending/when-sent.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import type { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { buildBusiness, verifyCompany } from './business.ts';
import { buildCampaign } from './campaign.ts';
import { buildContact } from './contact.ts';
import { signIn } from './sign-in.ts';

/** The headers of a browser that navigates because a person asked for it. */
export const person = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};

/** A campaign of two links that Mara has received. */
export async function sentCampaign(
  app: TestApp,
  server: Awaited<ReturnType<typeof openSmtpReceiver>>,
  options: { linksLeadDirectly?: boolean } = {},
) {
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'], ...options });
  await verifyCompany(app, company);
  const headers = await signIn(app, employee);
  const contact = await buildContact(app, company, { name: 'Mara', eMail: 'mara@example.test' });
  const consent = {
    companyId: company.id,
    contactId: contact.id,
    channel: 'email',
    userId: null,
    shownText: '',
  } as const;
  await recordConsent({ ...app, db: app.database.write }, { ...consent, isGiven: true, source: 'staff' });
  const path = `/${location.urlName}/${employee.urlName}`;
  const { id } = await buildCampaign(app, company, {
    blocks: [
      { kind: 'text', text: `<p>See <a href="https://example.test/news">the news</a>.</p>` },
      { kind: 'button', text: 'Book', url: path },
    ],
  });
  await app.call(emailCampaigns.send, { id }, headers);
  await runCampaigns(app, { duration: 0 });
  const outbox = openMessaging(app, { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent });
  await outbox.drain();
  await outbox.close();
  // Confirmations of earlier bookings leave with it.
  const mail = await server.next(({ html }) => typeof html === 'string' && html.includes('localhost:3000/v/'));
  const [news = '', book = ''] = [...(mail.html ?? '').matchAll(/href="http:\/\/localhost:3000(\/v\/[^"]+)"/g)].map(
    ([, link = '']) => link,
  );
  const unsubscribe =
    mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value.replace(/^<http:\/\/[^/]+|>$/g, '') ?? '';
  const figures = async () =>
    (await app.call(emailCampaigns.getById, { id }, await signIn(app, employee))).answer.figures;
  const follow = (url: string, extra: object = person, method: 'GET' | 'HEAD' = 'GET') =>
    app.server.inject({ method, url, headers: { ...extra } });
  return { id, company, location, employee, headers, contact, news, book, path, unsubscribe, figures, follow };
}

// Sends a campaign to the person who tries it out. It is a mail of its own: nothing about it is counted.
import { randomUUIDv7 } from 'node:crypto';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { assertCompanyVerified } from '#server/campaigns/sending/assert-company-verified.ts';
import { assertAddressVerified } from '#server/identity/person/confirm-address.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { countInTransaction } from '#server/lib/http/throttle.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { queueMails } from '#server/messaging/mail/queue-mails.ts';
import { readTest } from './render-for.ts';

const maxPerHour = 20;

/**
 * Throws 429 after twenty within an hour, 409 for an SMS: people have no number of their own here. Until both addresses
 * are proved, 417 for the caller's and 409 for the company's: otherwise anyone could register and write to anybody.
 */
export async function sendCampaignTest(
  context: SignedIn,
  medium: CampaignMedium,
  { id, contactId }: { id: string; contactId?: string | undefined },
): Promise<{ to: string }> {
  const { user, clock } = context;
  const { subject, html, plain } = await readTest(context, medium, { id, contactId });
  if (medium === 'sms') throw new Refusal(409, 'campaigns.noTestSms');
  await assertCompanyVerified(context);
  await assertAddressVerified(context, 'EMail');
  const refusal = await countInTransaction(context, {
    action: 'campaign test',
    subject: user.id,
    max: maxPerHour,
    minutes: 60,
  });
  if (refusal) throw refusal;
  const sender = parseSender(context.config.mailFrom);
  const deliveryId = randomUUIDv7();
  await queueMails(context, 'visit', [
    {
      id: deliveryId,
      companyId: user.companyId,
      cause: { kind: 'campaign.test', key: `${id}:${deliveryId}` },
      dueAt: clock.now(),
      fromEMail: sender.address,
      fromName: oneLine(sender.name, 100),
      toEMail: user.logIn,
      subject: oneLine(subject) || '–',
      html,
      plain,
    },
  ]);
  return { to: user.logIn };
}

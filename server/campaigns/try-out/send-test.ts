// Sends a campaign to the person who tries it out. It is a mail of its own: nothing about it is counted.
import { randomUUIDv7 } from 'node:crypto';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { picturesOf } from '#server/campaigns/content/references.ts';
import { assertCompanyVerified } from '#server/campaigns/sending/assert-company-verified.ts';
import { publishOwnPicture } from '#server/files/publish-own-picture.ts';
import { assertAddressVerified } from '#server/identity/person/confirm-address.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { countInTransaction } from '#server/lib/http/throttle.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { queueMails } from '#server/messaging/mail/queue-mails.ts';
import { type CampaignDraft, readDraft, readTest } from './render-for.ts';

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
  const rendered = await readTest(context, medium, { id, contactId });
  return sendToCaller(context, medium, { key: id, ...rendered });
}

/** The same of a campaign that is being written. Also throws 417 for a picture of a colleague that is not public. */
export async function sendCampaignDraft(
  context: SignedIn,
  medium: CampaignMedium,
  draft: CampaignDraft,
): Promise<{ to: string }> {
  const pictures = picturesOf(draft.blocks ?? []);
  if (pictures.length > 0) {
    const hidden = await context.db
      .selectFrom('files')
      .select('id')
      .where('companyId', '=', context.user.companyId)
      .where('id', 'in', pictures)
      .where('isPublic', '=', false)
      .execute();
    for (const { id } of hidden) await publishOwnPicture(context, id);
  }
  return sendToCaller(context, medium, { key: 'draft', ...(await readDraft(context, draft)) });
}

async function sendToCaller(
  context: SignedIn,
  medium: CampaignMedium,
  { key, subject, html, plain }: { key: string; subject: string; html: string; plain: string },
): Promise<{ to: string }> {
  const { user, clock } = context;
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
      cause: { kind: 'campaign.test', key: `${key}:${deliveryId}` },
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

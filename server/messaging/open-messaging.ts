// Starts the outbox with its media.
import type { Services } from '#server/lib/context.ts';
import type { Timeouts } from './mail/deliver.ts';
import { mailMedium, type RecoverAttachment } from './mail/outgoing-mail.ts';
import type { MayStillSend } from './outbox/claim-deliveries.ts';
import { type Outbox, openOutbox } from './outbox/open-outbox.ts';
import type { WhenSent } from './outbox/when-sent.ts';
import { pushMedium } from './push/outgoing-push.ts';
import { feedMayStillSend } from './push/push-content.ts';
import { type SmsOptions, smsMedium } from './sms/outgoing-sms.ts';

/**
 * The areas above say which of their deliveries may still be sent, record those that were, and make lost attachments
 * again.
 */
export function openMessaging(
  services: Services,
  {
    timeouts,
    recoverAttachment,
    sms,
    mayStillSend,
    ...causes
  }: {
    timeouts?: Timeouts;
    recoverAttachment?: RecoverAttachment;
    sms?: SmsOptions;
    mayStillSend?: MayStillSend;
    whenSent?: WhenSent;
  } = {},
): Outbox {
  return openOutbox(services, {
    media: [
      mailMedium(services, { timeouts, recoverAttachment }),
      smsMedium(services, { timeouts, ...sms }),
      pushMedium(services),
    ],
    mayStillSend: { ...feedMayStillSend, ...mayStillSend },
    ...causes,
  });
}

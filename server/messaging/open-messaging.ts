// Starts the outbox with its media.
import type { Services } from '#server/lib/context.ts';
import type { Timeouts } from './mail/deliver.ts';
import { mailMedium } from './mail/outgoing-mail.ts';
import type { MayStillSend } from './outbox/claim-deliveries.ts';
import { type Outbox, openOutbox } from './outbox/open-outbox.ts';
import type { WhenSent } from './outbox/when-sent.ts';
import { pushMedium } from './push/outgoing-push.ts';
import { feedMayStillSend } from './push/push-content.ts';
import { smsMedium } from './sms/outgoing-sms.ts';

/** The areas above say which of their deliveries may still be sent, and record those that were. */
export function openMessaging(
  services: Services,
  { timeouts, mayStillSend, ...causes }: { timeouts?: Timeouts; mayStillSend?: MayStillSend; whenSent?: WhenSent } = {},
): Outbox {
  return openOutbox(services, {
    media: [
      mailMedium(services.config, { files: services.files, timeouts }),
      smsMedium({ timeouts }),
      pushMedium(services),
    ],
    mayStillSend: { ...feedMayStillSend, ...mayStillSend },
    ...causes,
  });
}

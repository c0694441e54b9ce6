// Starts the outbox with its media.
import type { Services } from '#server/lib/context.ts';
import type { Timeouts } from './mail/deliver.ts';
import { mailMedium } from './mail/outgoing-mail.ts';
import type { MayStillSend } from './outbox/claim-deliveries.ts';
import { type Outbox, openOutbox } from './outbox/open-outbox.ts';

/** The areas above say which of their deliveries may still be sent. */
export function openMessaging(
  services: Services,
  { timeouts, mayStillSend }: { timeouts?: Timeouts; mayStillSend?: MayStillSend } = {},
): Outbox {
  return openOutbox(services, { media: [mailMedium({ timeouts })], ...(mayStillSend && { mayStillSend }) });
}

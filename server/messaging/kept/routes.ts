// The operator's choice about mails that were kept while no mail server took them.
import { systemKeptMails } from '#contract/messaging/kept-mails.ts';
import { serve } from '#server/lib/http/serve.ts';
import type { MayStillSend } from '#server/messaging/outbox/claim-deliveries.ts';
import { accountKeptCauses } from './account-causes.ts';
import { countByKind } from './find-kept.ts';
import type { KeptCauses } from './kept-causes.ts';
import { discardKept, sendKept } from './send-kept.ts';

/** The areas above say which of their mails are still true, and make them again. */
export function keptMailRoutes(mayStillSend: MayStillSend, ofAreas: KeptCauses) {
  const causes: KeptCauses = { ...accountKeptCauses, ...ofAreas };
  return serve(systemKeptMails, {
    getCounts: (context) => countByKind(context, causes),
    send: (context) => sendKept(context, { mayStillSend, causes }),
    discard: discardKept,
  });
}

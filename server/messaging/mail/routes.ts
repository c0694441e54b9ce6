// The lists of mails and delivery attempts, for companies and for the operator.
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { logRows, messageRows } from './store.ts';

export const companyEmailMessageRoutes = serve(
  companyEmailMessages.operations,
  gridOf(companyEmailMessages, { rows: messageRows }),
);

export const systemEmailMessageRoutes = serve(
  systemEmailMessages.operations,
  gridOf(systemEmailMessages, { rows: messageRows }),
);

export const systemEmailMessageLogRoutes = serve(
  systemEmailMessageLogs.operations,
  gridOf(systemEmailMessageLogs, { rows: logRows, table: 'emailMessageLogs' }),
);

// The lists of mails and delivery attempts, for companies and for the operator.
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { clearAttempts } from '#server/messaging/outbox/message-lists.ts';
import { readAttempts } from '#server/messaging/outbox/read-attempts.ts';
import { companyMailRows, mailLogRows, mailRows, mailSearch } from './store.ts';

export const companyEmailMessageRoutes = serve(companyEmailMessages.operations, {
  ...gridOf(companyEmailMessages, { ...mailSearch, rows: companyMailRows, limitsToCompany: true }),
  getAttempts: readAttempts,
});

export const systemEmailMessageRoutes = serve(systemEmailMessages.operations, {
  ...gridOf(systemEmailMessages, { ...mailSearch, rows: mailRows }),
  getAttempts: readAttempts,
});

export const systemEmailMessageLogRoutes = serve(systemEmailMessageLogs.operations, {
  ...gridOf(systemEmailMessageLogs, { ...mailSearch, rows: mailLogRows, table: 'deliveryAttempts' }),
  clear: clearAttempts('mail', systemEmailMessageLogs.name),
});

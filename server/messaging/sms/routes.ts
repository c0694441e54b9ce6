// The lists of SMS and delivery attempts, for companies and for the operator.
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { clearAttempts } from '#server/messaging/outbox/message-lists.ts';
import { companyMessageRows, logRows, messageRows, smsSearch } from './store.ts';

export const companySmsMessageRoutes = serve(
  companySmsMessages.operations,
  gridOf(companySmsMessages, { ...smsSearch, rows: companyMessageRows, limitsToCompany: true }),
);

export const systemSmsMessageRoutes = serve(
  systemSmsMessages.operations,
  gridOf(systemSmsMessages, { ...smsSearch, rows: messageRows }),
);

export const systemSmsMessageLogRoutes = serve(systemSmsMessageLogs.operations, {
  ...gridOf(systemSmsMessageLogs, { ...smsSearch, rows: logRows, table: 'deliveryAttempts' }),
  clear: clearAttempts('sms', systemSmsMessageLogs.name),
});

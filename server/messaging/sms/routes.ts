// The lists of SMS, delivery attempts and received texts, for companies and for the operator.
import { companyReceivedSms, systemReceivedSms } from '#contract/messaging/received-sms.ts';
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { clearAttempts } from '#server/messaging/outbox/message-lists.ts';
import { companySmsRows, receivedRows, smsLogRows, smsRows, smsSearch } from './store.ts';

export const companySmsMessageRoutes = serve(
  companySmsMessages.operations,
  gridOf(companySmsMessages, { ...smsSearch, rows: companySmsRows, limitsToCompany: true }),
);

export const systemSmsMessageRoutes = serve(
  systemSmsMessages.operations,
  gridOf(systemSmsMessages, { ...smsSearch, rows: smsRows }),
);

export const systemSmsMessageLogRoutes = serve(systemSmsMessageLogs.operations, {
  ...gridOf(systemSmsMessageLogs, { ...smsSearch, rows: smsLogRows, table: 'deliveryAttempts' }),
  clear: clearAttempts('sms', systemSmsMessageLogs.name),
});

export const companyReceivedSmsRoutes = serve(
  companyReceivedSms.operations,
  gridOf(companyReceivedSms, {
    rows: (context) => receivedRows(context).where('i.companyId', '=', context.user.companyId),
    limitsToCompany: true,
  }),
);

export const systemReceivedSmsRoutes = serve(
  systemReceivedSms.operations,
  gridOf(systemReceivedSms, {
    rows: (context) =>
      receivedRows(context)
        .leftJoin('companies as c', 'c.id', 'i.companyId')
        .select(['c.name as company', 'i.companyId']),
    lookups: { company: companyNames },
  }),
);

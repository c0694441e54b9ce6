// Sent SMS and the responses of gateways.
import type { DeliveryState } from '#contract/messaging/deliveries.ts';
import { companySmsMessages, systemSmsMessageLogs, systemSmsMessages } from '#contract/messaging/sms.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { formatEuro } from '#web/lib/money.ts';
import { DeliveryStateBadge } from '#web/messaging/outbox/delivery-state.tsx';

/** The list shows minutes; the record shows seconds. */
const createdAtCell = ({ createdAt }: { createdAt: string }) => (
  <span className="figures">{minuteOf(createdAt, visitorZone())}</span>
);
/** Prices of SMS have up to four decimals. */
const priceCell = ({ price }: { price: number | null }) => (
  <span className="figures">{price === null ? '–' : formatEuro(price, 4)}</span>
);
const stateCell = ({ state }: { state: DeliveryState }) => <DeliveryStateBadge state={state} medium="sms" />;

/** The specification has two names for the sender and for the recipient. */
const details = [
  'createdAt',
  'company',
  'location',
  'fromSms',
  'toSms',
  'subject',
  'message',
  'state',
  'parts',
  'price',
] as const;

export function CompanySmsMessagesPage() {
  return (
    <Grid
      resource={companySmsMessages}
      details={{ fields: details.filter((field) => field !== 'company') }}
      columns={[
        { field: 'createdAt', width: 165, cell: createdAtCell },
        { field: 'toSms', width: 140 },
        { field: 'subject', width: 120 },
        { field: 'message', width: 175 },
        { field: 'state', width: 215, cell: stateCell },
        { field: 'price', width: 100, cell: priceCell },
        { field: 'parts', width: 90, hidden: true },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromSms', width: 140, hidden: true },
      ]}
    />
  );
}

export function SystemSmsMessagesPage() {
  return (
    <Grid
      resource={systemSmsMessages}
      details={{ fields: details }}
      columns={[
        { field: 'createdAt', width: 165, cell: createdAtCell },
        { field: 'company', width: 140 },
        { field: 'toSms', width: 140 },
        { field: 'subject', width: 120 },
        { field: 'message', width: 135 },
        { field: 'state', width: 215, cell: stateCell },
        { field: 'price', width: 100, cell: priceCell, hidden: true },
        { field: 'parts', width: 90, hidden: true },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromSms', width: 140, hidden: true },
      ]}
    />
  );
}

export function SmsMessageLogsPage() {
  return (
    <Grid
      resource={systemSmsMessageLogs}
      details={{ fields: [...details, 'log'] }}
      columns={[
        { field: 'createdAt', width: 175 },
        { field: 'company', width: 140 },
        { field: 'toSms', width: 140 },
        { field: 'subject', width: 120 },
        { field: 'log', width: 260 },
        { field: 'message', width: 240, hidden: true },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromSms', width: 140, hidden: true },
        { field: 'state', width: 215, hidden: true, cell: stateCell },
      ]}
    />
  );
}

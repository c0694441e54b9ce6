// Sent e-mails and the responses of mail servers.
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from '#contract/messaging/mail.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { AttemptList } from '#web/messaging/outbox/attempts.tsx';
import { DeliveryStateBadge } from '#web/messaging/outbox/delivery-state.tsx';

/** The list shows minutes; the record shows seconds. */
const createdAtCell = ({ createdAt }: { createdAt: string }) => (
  <span className="figures">{minuteOf(createdAt, visitorZone())}</span>
);

export function CompanyEmailMessagesPage() {
  return (
    <Grid
      resource={companyEmailMessages}
      details={{ below: ({ id }) => <AttemptList operation={companyEmailMessages.operations.getAttempts} id={id} /> }}
      columns={[
        { field: 'createdAt', width: 150, cell: createdAtCell },
        { field: 'toEMail', width: 250 },
        { field: 'subject', width: 310 },
        { field: 'state', width: 190, cell: (row) => <DeliveryStateBadge state={row.state} /> },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromEMail', width: 200, hidden: true },
      ]}
    />
  );
}

export function SystemEmailMessagesPage() {
  return (
    <Grid
      resource={systemEmailMessages}
      details={{ below: ({ id }) => <AttemptList operation={systemEmailMessages.operations.getAttempts} id={id} /> }}
      columns={[
        { field: 'createdAt', width: 150, cell: createdAtCell },
        { field: 'company', width: 150 },
        { field: 'toEMail', width: 195 },
        { field: 'subject', width: 215 },
        { field: 'state', width: 190, cell: (row) => <DeliveryStateBadge state={row.state} /> },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromEMail', width: 200, hidden: true },
      ]}
    />
  );
}

export function EmailMessageLogsPage() {
  return (
    <Grid
      resource={systemEmailMessageLogs}
      columns={[
        { field: 'createdAt', width: 175 },
        { field: 'company', width: 130 },
        { field: 'toEMail', width: 180 },
        { field: 'subject', width: 190 },
        { field: 'log', width: 230 },
        { field: 'location', width: 160, hidden: true },
        { field: 'fromEMail', width: 200, hidden: true },
        { field: 'state', width: 190, hidden: true, cell: (row) => <DeliveryStateBadge state={row.state} /> },
      ]}
    />
  );
}

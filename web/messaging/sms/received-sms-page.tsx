// Texts that people sent, and what they changed.
import { Badge } from '@mantine/core';
import { companyReceivedSms, systemReceivedSms } from '#contract/messaging/received-sms.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { optionText } from '#web/lib/grid/list-text.ts';

type Meaning = 'none' | 'stop' | 'start';

const meaningCell = ({ meaning }: { meaning: Meaning }) =>
  meaning === 'none' ? null : (
    <Badge variant="dot" tt="none" fw={500} color={meaning === 'stop' ? 'red' : 'green'}>
      {optionText(companyReceivedSms, 'meaning', meaning)}
    </Badge>
  );

export function CompanyReceivedSmsPage() {
  return (
    <Grid
      resource={companyReceivedSms}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'from', width: 150 },
        { field: 'message', width: 260 },
        { field: 'meaning', width: 150, cell: meaningCell },
        { field: 'customer', width: 170 },
      ]}
    />
  );
}

export function SystemReceivedSmsPage() {
  return (
    <Grid
      resource={systemReceivedSms}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'company', width: 160 },
        { field: 'from', width: 150 },
        { field: 'message', width: 260 },
        { field: 'meaning', width: 150, cell: meaningCell },
        { field: 'customer', width: 170, hidden: true },
      ]}
    />
  );
}

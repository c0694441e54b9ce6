// The reports of bounce mailboxes that were not understood.
import { systemUnclearReports } from '#contract/messaging/unclear-reports.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import classes from './unclear-reports-page.module.css';

export function UnclearReportsPage() {
  return (
    <Grid
      resource={systemUnclearReports}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'sender', width: 200 },
        { field: 'subject', width: 300 },
        { field: 'reason', width: 200 },
        { field: 'mailbox', width: 130, hidden: true },
      ]}
      details={{
        fields: ['createdAt', 'mailbox', 'sender', 'subject', 'reason'],
        below: ({ message }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          <pre className={classes.message} tabIndex={0}>
            {message}
          </pre>
        ),
      }}
    />
  );
}

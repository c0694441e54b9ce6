// The application's log, by severity.
import { useTranslation } from 'react-i18next';
import { type severities, systemLogs } from '#contract/operations/logs.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { ZoneDifferences } from './zone-differences.tsx';

/** Specification, section 9: "Severity colours". */
const colours: Record<(typeof severities)[number], MarkColour> = {
  Critical: 'red',
  Error: 'pink',
  Warning: 'orange',
  Information: 'blue',
  Verbose: 'green',
  Start: 'inverse',
  Stop: 'inverse',
};

export function SystemLogsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemLogs}
      notice={<ZoneDifferences />}
      columns={[
        { field: 'createdAt', width: 175 },
        {
          field: 'severity',
          width: 120,
          cell: ({ severity }) => (
            <Mark colour={colours[severity]}>{t(`list.systemlogs.option.severity.${severity}`)}</Mark>
          ),
        },
        { field: 'title', width: 225 },
        { field: 'message', width: 250 },
        { field: 'serverName', width: 120 },
        { field: 'categoryName', width: 120, hidden: true },
        { field: 'priority', width: 90, hidden: true },
      ]}
    />
  );
}

// The tables with data audits and live updates, for operators.
import { systemTableSettings } from '#contract/operations/table-settings.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';

export function TableSettingsPage() {
  return (
    <Grid
      resource={systemTableSettings}
      columns={[
        { field: 'name', width: 360 },
        {
          field: 'isAudit',
          width: 250,
          cell: (row) => <ToggleCell resource={systemTableSettings} row={row} field="isAudit" />,
        },
        {
          field: 'isSync',
          width: 250,
          cell: (row) => <ToggleCell resource={systemTableSettings} row={row} field="isSync" />,
        },
      ]}
    />
  );
}

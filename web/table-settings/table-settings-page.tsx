// Which tables are watched, for the operator.
import { systemTableSettings } from '#contract/table-settings.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function TableSettingsPage() {
  return (
    <Grid
      resource={systemTableSettings}
      columns={[
        { field: 'name', width: 400 },
        { field: 'isAudit', width: 275 },
        { field: 'isSync', width: 275 },
      ]}
    />
  );
}

// Settings of the installation that take effect immediately.
import { systemAppSettings } from '#contract/operations/settings.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { SettingInput } from './setting-input.tsx';
import { formatSetting, settingDescription } from './setting-labels.ts';

export function AppSettingsPage() {
  return (
    <Grid
      resource={systemAppSettings}
      columns={[
        { field: 'group', width: 150 },
        { field: 'key', width: 560, below: ({ key }) => settingDescription(key) },
        { field: 'value', width: 180, cell: (row) => <span className="figures">{formatSetting(row)}</span> },
        { field: 'type', width: 120, hidden: true },
      ]}
      inputs={{ value: SettingInput }}
    />
  );
}

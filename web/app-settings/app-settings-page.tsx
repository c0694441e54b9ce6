// Settings of the installation that take effect at once.
import { systemAppSettings } from '#contract/app-settings.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { SettingInput } from './setting-input.tsx';

export function AppSettingsPage() {
  return (
    <Grid
      resource={systemAppSettings}
      columns={[
        { field: 'key', width: 260 },
        { field: 'value', width: 200 },
        { field: 'group', width: 180 },
        { field: 'type', width: 140 },
      ]}
      inputs={{ value: SettingInput }}
    />
  );
}

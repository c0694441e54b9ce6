// Banners of the home page: their period, their picture, and whether they are shown.
import { systemBanners } from '#contract/banners.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { PictureInput } from './picture-input.tsx';

export function BannersPage() {
  return (
    <Grid
      resource={systemBanners}
      columns={[
        { field: 'title', width: 220 },
        {
          field: 'active',
          width: 100,
          cell: (row) => <ToggleCell resource={systemBanners} row={row} field="active" />,
        },
        { field: 'periodStart', width: 150 },
        { field: 'periodEnd', width: 150 },
        { field: 'visits', width: 90 },
        { field: 'link', width: 200 },
        { field: 'description', hidden: true },
      ]}
      inputs={{ fileId: PictureInput }}
    />
  );
}

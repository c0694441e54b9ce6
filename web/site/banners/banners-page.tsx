// The banners of the home page: period, picture, and whether they are active.
import { systemBanners } from '#contract/site/banners.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { BannerPictureInput } from './picture-input.tsx';

export function BannersPage() {
  return (
    <Grid
      resource={systemBanners}
      columns={[
        { field: 'periodStart', width: 165 },
        { field: 'periodEnd', width: 165 },
        { field: 'title', width: 200 },
        {
          field: 'active',
          width: 90,
          cell: (row) => <ToggleCell resource={systemBanners} row={row} field="active" />,
        },
        { field: 'visits', width: 85 },
        { field: 'link', width: 150 },
        { field: 'description', hidden: true },
      ]}
      inputs={{ fileId: BannerPictureInput }}
      formats={{ fileId: 'picture' }}
    />
  );
}

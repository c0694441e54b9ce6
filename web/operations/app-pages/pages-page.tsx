// The pages that menu items link to.
import { systemPages } from '#contract/operations/app-pages.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function PagesPage() {
  return (
    <Grid
      resource={systemPages}
      columns={[
        { field: 'name', width: 240 },
        { field: 'sRef', width: 320 },
        { field: 'onlySys', width: 140 },
        { field: 'isSystem', width: 140 },
      ]}
    />
  );
}

// The categories of the company's services.
import { companyServiceCategories } from '#contract/booking/services.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ServiceTabs } from './service-tabs.tsx';
import { SortButton } from './sort-button.tsx';
import { SortCategories } from './sort-categories.tsx';

export function ServiceCategoriesPage() {
  return (
    <>
      <ServiceTabs />
      <Grid
        resource={companyServiceCategories}
        columns={[
          { field: 'name', width: 320 },
          { field: 'position', width: 120 },
        ]}
        tools={<SortButton dialog={SortCategories} />}
      />
    </>
  );
}

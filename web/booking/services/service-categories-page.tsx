// The categories of the company's services.
import { companyServiceCategories } from '#contract/booking/services.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ServiceTabs } from './service-tabs.tsx';

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
      />
    </>
  );
}

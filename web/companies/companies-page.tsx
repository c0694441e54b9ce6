// All companies.
import { systemCompanies } from '#contract/companies.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { PlaceInput } from '#web/locations/place-input.tsx';

export function CompaniesPage() {
  return (
    <Grid
      resource={systemCompanies}
      columns={[
        { field: 'name', width: 200 },
        { field: 'country', width: 120 },
        { field: 'eMail', width: 180 },
        { field: 'activeUsers', width: 90 },
        { field: 'activeLocations', width: 110 },
        { field: 'monthlyCost', width: 110 },
        { field: 'createdAt', width: 150 },
        { field: 'address', hidden: true },
        { field: 'phoneNumber', hidden: true },
        { field: 'maxUsers', hidden: true },
        { field: 'maxLocations', hidden: true },
        { field: 'smsCost', hidden: true },
        { field: 'discountPercentage', hidden: true },
        { field: 'discountMonths', hidden: true },
        { field: 'additionalBalance', hidden: true },
      ]}
      inputs={{ geolocationId: PlaceInput }}
    />
  );
}

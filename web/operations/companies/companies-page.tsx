// All companies of the installation.
import { systemCompanies } from '#contract/operations/companies.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { CompanyPlaceInput } from './company-place-input.tsx';

export function CompaniesPage() {
  return (
    <Grid
      resource={systemCompanies}
      columns={[
        { field: 'name', width: 190 },
        { field: 'eMail', width: 190 },
        { field: 'activeUsers', width: 95 },
        { field: 'activeLocations', width: 105 },
        { field: 'monthlyCost', width: 130 },
        { field: 'createdAt', width: 170 },
        { field: 'isEMailVerified', width: 150, hidden: true },
        { field: 'country', width: 120, hidden: true },
        { field: 'address', hidden: true },
        { field: 'phoneNumber', hidden: true },
        { field: 'maxUsers', hidden: true },
        { field: 'maxLocations', hidden: true },
        { field: 'smsCost', hidden: true },
        { field: 'discountPercentage', hidden: true },
        { field: 'discountMonths', hidden: true },
        { field: 'additionalBalance', hidden: true },
      ]}
      inputs={{ geolocationId: CompanyPlaceInput }}
    />
  );
}

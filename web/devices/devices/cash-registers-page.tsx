// The cash registers of the company, and those of all companies.
import { companyCashRegisters, systemCashRegisters } from '#contract/devices/devices.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { companyColumns, systemColumns } from './device-columns.ts';
import { LocationInput } from './location-input.tsx';
import { packageActions } from './package-actions.ts';
import { useDefaultAction } from './use-default-action.ts';

export function CompanyCashRegistersPage() {
  const defaultAction = useDefaultAction('register');
  return (
    <Grid
      resource={companyCashRegisters}
      columns={companyColumns}
      inputs={{ locationId: LocationInput }}
      actions={(row) => [...defaultAction(row), ...packageActions('companyCashRegisters', row)]}
    />
  );
}

export function SystemCashRegistersPage() {
  return (
    <Grid
      resource={systemCashRegisters}
      columns={systemColumns}
      inputs={{ locationId: null }}
      actions={(row) => packageActions('systemCashRegisters', row)}
    />
  );
}

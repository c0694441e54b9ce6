// The cash registers of the company, and those of all companies.
import { companyCashRegisters, systemCashRegisters } from '#contract/devices/devices.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { companyColumns, paperColumns, systemColumns } from './device-columns.ts';
import { LocationInput } from './location-input.tsx';
import { packageActions } from './package-actions.ts';
import { PaperInput, widthOfPaper } from './paper-input.tsx';
import { useDefaultAction } from './use-default-action.ts';
import { useTestPage } from './use-test-page.tsx';

export function CompanyCashRegistersPage() {
  const defaultAction = useDefaultAction('register');
  const testPage = useTestPage('companyCashRegisters');
  return (
    <>
      <Grid
        resource={companyCashRegisters}
        columns={[...companyColumns, ...paperColumns]}
        inputs={{ locationId: LocationInput, dots: PaperInput }}
        formats={{ dots: widthOfPaper }}
        actions={(row) => [
          ...testPage.actions(row),
          ...defaultAction(row),
          ...packageActions('companyCashRegisters', row),
        ]}
      />
      {testPage.dialogs}
    </>
  );
}

export function SystemCashRegistersPage() {
  return (
    <Grid
      resource={systemCashRegisters}
      columns={[...systemColumns, ...paperColumns]}
      inputs={{ locationId: null, dots: PaperInput }}
      formats={{ dots: widthOfPaper }}
      actions={(row) => packageActions('systemCashRegisters', row)}
    />
  );
}

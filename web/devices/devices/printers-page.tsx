// The printers of the company, and those of all companies.
import { companyPrinters, systemPrinters } from '#contract/devices/devices.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { companyColumns, paperColumns, systemColumns } from './device-columns.ts';
import { LocationInput } from './location-input.tsx';
import { packageActions } from './package-actions.ts';
import { PaperInput, widthOfPaper } from './paper-input.tsx';
import { useConnect } from './use-connect.tsx';
import { useDefaultAction } from './use-default-action.ts';
import { useTestPage } from './use-test-page.tsx';

type Printer = RowOf<(typeof companyPrinters)['declared']>;

const ofPrinters: readonly Column<Printer>[] = [{ field: 'connection', hidden: true }, ...paperColumns];

export function CompanyPrintersPage() {
  const defaultAction = useDefaultAction('printer');
  const testPage = useTestPage('companyPrinters');
  const connect = useConnect('companyPrinters');
  return (
    <>
      <Grid
        resource={companyPrinters}
        columns={[...companyColumns, ...ofPrinters]}
        inputs={{ locationId: LocationInput, dots: PaperInput }}
        formats={{ dots: widthOfPaper }}
        actions={(row) => [
          ...testPage.actions(row),
          ...defaultAction(row),
          ...connect.actions(row),
          ...packageActions('companyPrinters', row),
        ]}
      />
      {testPage.dialogs}
      {connect.dialog}
    </>
  );
}

export function SystemPrintersPage() {
  const connect = useConnect('systemPrinters');
  return (
    <>
      <Grid
        resource={systemPrinters}
        columns={[...systemColumns, ...ofPrinters]}
        inputs={{ locationId: null, dots: PaperInput }}
        formats={{ dots: widthOfPaper }}
        actions={(row) => [...connect.actions(row), ...packageActions('systemPrinters', row)]}
      />
      {connect.dialog}
    </>
  );
}

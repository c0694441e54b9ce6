// The versions of the application that runs beside printers.
import { systemListingApplications } from '#contract/devices/applications.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ApplicationInput } from './application-input.tsx';

export function ListingApplicationsPage() {
  return (
    <Grid
      resource={systemListingApplications}
      columns={[
        { field: 'applicationVersion', width: 140 },
        { field: 'createdAt', width: 165 },
        { field: 'description', width: 300 },
        { field: 'fileName', width: 220 },
      ]}
      inputs={{ fileId: ApplicationInput }}
    />
  );
}

// The log of printers.
import { systemListingLogs } from '#contract/devices/logs.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function ListingLogsPage() {
  return (
    <Grid
      resource={systemListingLogs}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'companyName', width: 140 },
        { field: 'printerName', width: 130 },
        { field: 'locationName', width: 130 },
        { field: 'typeKey', width: 110 },
        { field: 'typeDescription', hidden: true },
        { field: 'text', width: 220 },
      ]}
    />
  );
}

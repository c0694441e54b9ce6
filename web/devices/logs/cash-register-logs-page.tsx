// The log of cash registers.
import { systemCashRegisterLogs } from '#contract/devices/logs.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function CashRegisterLogsPage() {
  return (
    <Grid
      resource={systemCashRegisterLogs}
      columns={[
        { field: 'createdAt', width: 165 },
        { field: 'companyName', width: 140 },
        { field: 'registerName', width: 130 },
        { field: 'locationName', width: 130 },

        { field: 'text', width: 220 },
      ]}
    />
  );
}

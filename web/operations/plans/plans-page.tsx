// The plans that new companies choose from.
import { systemPlans } from '#contract/operations/plans.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { formatEuro } from '#web/lib/money.ts';

export function PlansPage() {
  return (
    <Grid
      resource={systemPlans}
      columns={[
        { field: 'number', width: 90 },
        { field: 'name', width: 180 },
        { field: 'monthlyCost', width: 130 },
        { field: 'smsCost', width: 120, cell: ({ smsCost }) => formatEuro(smsCost, 4) },
        { field: 'maxUsers', width: 120 },
        { field: 'extraUserCost', width: 140, hidden: true },
        { field: 'maxLocations', width: 120 },
        { field: 'extraLocationCost', width: 140, hidden: true },
        { field: 'description', hidden: true },
      ]}
    />
  );
}

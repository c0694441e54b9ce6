// What people did, for the operator.
import { systemUserAudits } from '#contract/user-audits.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function UserAuditsPage() {
  return (
    <Grid
      resource={systemUserAudits}
      columns={[
        { field: 'createdAt', width: 170 },
        { field: 'text', width: 360 },
        { field: 'userName', width: 220 },
        { field: 'actorName', width: 220, hidden: true },
        { field: 'company', width: 160 },
        { field: 'address', width: 140 },
      ]}
    />
  );
}

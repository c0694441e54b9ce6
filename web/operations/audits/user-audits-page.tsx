// The actions of people, for operators.
import { systemUserAudits } from '#contract/operations/user-audits.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { WhoActed } from '#web/lib/grid/who-acted.tsx';

export function UserAuditsPage() {
  return (
    <Grid
      resource={systemUserAudits}
      columns={[
        { field: 'createdAt', width: 175 },
        { field: 'text', width: 280 },
        { field: 'userName', width: 190, cell: (audit) => <WhoActed {...audit} /> },
        { field: 'actorName', width: 220, hidden: true },
        { field: 'company', width: 130 },
        { field: 'address', width: 120 },
      ]}
    />
  );
}

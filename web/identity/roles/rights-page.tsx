// The lists of actions and of action groups that can be granted.
import { systemActions, systemGroups } from '#contract/identity/roles.ts';
import { RightsTabs } from '#web/identity/grants/rights-tabs.tsx';
import { Grid } from '#web/lib/grid/grid.tsx';

const columns = [
  { field: 'name', width: 190 },
  { field: 'description', width: 400 },
  { field: 'onlySys', width: 130 },
  { field: 'isSystem', width: 130 },
] as const;

export function ActionsPage() {
  return (
    <>
      <RightsTabs />
      <Grid resource={systemActions} columns={columns} />
    </>
  );
}

export function GroupsPage() {
  return (
    <>
      <RightsTabs />
      <Grid resource={systemGroups} columns={columns} />
    </>
  );
}

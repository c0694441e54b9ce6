// User management: what can be granted, actions and groups of them.
import { useTranslation } from 'react-i18next';
import { systemActions, systemGroups } from '#contract/rights.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ListTabs } from '#web/lib/grid/list-tabs.tsx';

const columns = [
  { field: 'name', width: 200 },
  { field: 'description', width: 400 },
  { field: 'onlySys', width: 140 },
  { field: 'isSystem', width: 140 },
] as const;

export function ActionsPage() {
  return (
    <>
      <Tabs />
      <Grid resource={systemActions} columns={columns} />
    </>
  );
}

export function GroupsPage() {
  return (
    <>
      <Tabs />
      <Grid resource={systemGroups} columns={columns} />
    </>
  );
}

function Tabs() {
  const { t } = useTranslation();
  return (
    <ListTabs
      label={t('app.menuName.User management')}
      tabs={[
        { to: '/app/system/user-management', label: t('list.actions.title') },
        { to: '/app/system/user-management/groups', label: t('list.groups.title') },
      ]}
    />
  );
}

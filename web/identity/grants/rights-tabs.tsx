// Tabs between the lists of people and of rights.
import { useTranslation } from 'react-i18next';
import { ListTabs } from '#web/lib/grid/list-tabs.tsx';
import type { GrantArea } from './change-grant.ts';
import { grantsPath } from './kind-links.tsx';

/** `area`: the grants shown now, if any. */
export function RightsTabs({ area }: { area?: GrantArea }) {
  const { t } = useTranslation();
  return (
    <ListTabs
      label={t('app.menuName.users')}
      tabs={[
        { to: '/app/system/user-management', label: t('list.users.title') },
        { to: '/app/system/user-management/actions', label: t('list.actions.title') },
        { to: '/app/system/user-management/groups', label: t('list.groups.title') },
        { to: grantsPath('system', 'actions'), label: t('list.grants.ofPeople.tab'), isOpen: area === 'system' },
        { to: grantsPath('groups', 'actions'), label: t('list.grants.ofGroups.tab'), isOpen: area === 'groups' },
      ]}
    />
  );
}

/** The tabs of one company. */
export function EmployeesTabs({ isRights = false }: { isRights?: boolean }) {
  const { t } = useTranslation();
  return (
    <ListTabs
      label={t('app.menuName.employees')}
      tabs={[
        { to: '/app/company/employees', label: t('list.users.title') },
        { to: '/app/company/employees/shifts', label: t('shifts.title') },
        { to: '/app/company/employees/invitations', label: t('list.invitations.title') },
        { to: grantsPath('company', 'actions'), label: t('list.grants.tab'), isOpen: isRights },
      ]}
    />
  );
}

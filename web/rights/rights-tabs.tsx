// The lists of user management.
import { useTranslation } from 'react-i18next';
import { ListTabs } from '#web/lib/grid/list-tabs.tsx';

export function RightsTabs() {
  const { t } = useTranslation();
  return (
    <ListTabs
      label={t('app.menuName.User management')}
      tabs={[
        { to: '/app/system/user-management', label: t('list.users.title') },
        { to: '/app/system/user-management/actions', label: t('list.actions.title') },
        { to: '/app/system/user-management/groups', label: t('list.groups.title') },
      ]}
    />
  );
}

// Tabs between the services of the company and their categories.
import { useTranslation } from 'react-i18next';
import { ListTabs } from '#web/lib/grid/list-tabs.tsx';

export function ServiceTabs() {
  const { t } = useTranslation();
  return (
    <ListTabs
      label={t('app.menuName.services')}
      tabs={[
        { to: '/app/company/services', label: t('list.services.title') },
        { to: '/app/company/services/categories', label: t('list.servicecategories.title') },
      ]}
    />
  );
}

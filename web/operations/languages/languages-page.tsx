// The languages of the installation.
import { useTranslation } from 'react-i18next';
import { systemLanguages } from '#contract/operations/languages.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

export function LanguagesPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemLanguages}
      columns={[
        { field: 'name', width: 180 },
        { field: 'key', width: 100 },
        { field: 'cultures', width: 240 },
        { field: 'locales', width: 140 },
        { field: 'isDefault', width: 120 },
        { field: 'isSystem', width: 120, hidden: true },
      ]}
      whyNotDeletable={({ isDefault }) => (isDefault ? t('list.languages.isDefault') : undefined)}
    />
  );
}

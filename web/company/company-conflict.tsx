// Somebody else changed the company's details first: what they changed, and the choice whose values go on.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Values = Record<'name' | 'eMail' | 'phoneNumber' | 'address' | 'country', string>;

interface Props {
  before: Values;
  theirs: Values;
  mine: Values;
  settle: (keep: 'mine' | 'theirs') => void;
}

export function CompanyConflict({ before, theirs, mine, settle }: Props) {
  const { t } = useTranslation();
  const fields = ['name', 'eMail', 'phoneNumber', 'address', 'country'] as const;
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('grid.conflictTitle')}
      mb="md"
      role="alert"
      styles={{ title: { color: 'var(--daybook-text)' } }}
    >
      <ul>
        {fields
          .filter((field) => before[field] !== theirs[field])
          .map((field) => (
            <li key={field}>
              {t('grid.conflictField', {
                field: t(`company.${field}`),
                theirs: theirs[field] || '–',
                mine: mine[field] || '–',
              })}
            </li>
          ))}
      </ul>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => settle('theirs')}>
          {t('grid.takeTheirs')}
        </Button>
        <Button size="xs" variant="default" onClick={() => settle('mine')}>
          {t('grid.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

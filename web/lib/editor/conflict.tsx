// Shows that another person saved first: their changes, and a choice between both versions.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isSame } from './use-versioned-form.ts';

interface Field {
  name: string;
  label: string;
  format(value: unknown): string;
}

type Values = Readonly<Record<string, unknown>>;

interface Props {
  fields: readonly Field[];
  before: Values;
  theirs: Values;
  mine: Values;
  onResolve(side: 'mine' | 'theirs'): void;
}

export function Conflict({ fields, before, theirs, mine, onResolve }: Props) {
  const { t } = useTranslation();
  const changed = fields.filter(({ name }) => !isSame(before[name] ?? null, theirs[name] ?? null));
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
        {changed.map(({ name, label, format }) => (
          <li key={name}>
            {t('grid.conflictField', {
              field: label,
              theirs: format(theirs[name]) || '–',
              mine: format(mine[name]) || '–',
            })}
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => onResolve('theirs')}>
          {t('grid.takeTheirs')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onResolve('mine')}>
          {t('grid.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

// Shows that another person saved first: their changes, and a choice between both versions.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { formatField } from '#web/lib/grid/format-value.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import type { Row } from './row.ts';
import { fieldsOfInput, type Values } from './use-editor.ts';

interface Props {
  resource: AnyResource;
  before: Row;
  theirs: Row;
  mine: Values;
  onResolve: (keep: 'mine' | 'theirs') => void;
}

export function Conflict({ resource, before, theirs, mine, onResolve }: Props) {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);
  const changed = fieldsOfInput(resource)
    .filter(([name]) => differs(before[name], theirs[name]))
    .map(([name, schema]) => ({
      field: fieldLabel(resource, name),
      theirs: formatField(resource, name, theirs[name], schema),
      mine: formatField(resource, name, mine[name], schema),
    }));
  return <ConflictNote changed={changed} onResolve={onResolve} />;
}

interface Changed {
  field: string;
  theirs: string;
  mine: string;
}

/** The same notice for a hand-written form. */
export function ConflictNote({ changed, onResolve }: { changed: readonly Changed[]; onResolve: Props['onResolve'] }) {
  const { t } = useTranslation();
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
        {changed.map(({ field, theirs, mine }) => (
          <li key={field}>{t('grid.conflictField', { field, theirs: theirs || '–', mine: mine || '–' })}</li>
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

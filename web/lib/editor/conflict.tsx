// Somebody else saved first: what they changed, and the choice whose values go on.
import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { fieldLabel } from '#web/lib/grid/resource-words.ts';
import { showField } from '#web/lib/grid/show-value.ts';
import type { Row } from './row.ts';
import { fieldsOfInput, type Values } from './use-editor.ts';

interface Props {
  resource: AnyResource;
  before: Row;
  theirs: Row;
  mine: Values;
  settle: (keep: 'mine' | 'theirs') => void;
}

export function Conflict({ resource, before, theirs, mine, settle }: Props) {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);
  const changed = fieldsOfInput(resource)
    .filter(([name]) => differs(before[name], theirs[name]))
    .map(([name, schema]) => ({
      field: fieldLabel(resource, name),
      theirs: showField(resource, name, theirs[name], schema),
      mine: showField(resource, name, mine[name], schema),
    }));
  return <ConflictNote changed={changed} settle={settle} />;
}

interface Changed {
  field: string;
  theirs: string;
  mine: string;
}

/** The same for a form of its own. */
export function ConflictNote({ changed, settle }: { changed: readonly Changed[]; settle: Props['settle'] }) {
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

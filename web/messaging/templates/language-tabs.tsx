// The languages of a template, by name: each opens its text in the editor.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import { query } from '#web/lib/client/client.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { languageName } from '#web/lib/grid/format-value.ts';
import { toListPage } from '#web/lib/grid/use-grid.ts';

export function LanguageTabs({ resource, row }: { resource: AnyResource; row: Row }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const input = { search: `key:${row.key}`, rowsPerPage: 200 };
  const found = useQuery({
    ...query(resource.operations.getPaginated, input),
    select: (answer) => toListPage(resource, answer).rows,
  });
  const texts = (found.data ?? [row])
    .filter(({ key, company }) => key === row.key && company === row.company)
    .map(({ id, language, isChanged }) => ({ id, isChanged, name: languageName(String(language)) }))
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language));
  // A dialog asks before it discards input.
  const open = (id: string) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, open: id }) as never, resetScroll: false });
  return (
    <Group gap={6} mb="md" role="group" aria-label={t('grid.field.language')}>
      {texts.map(({ id, name, isChanged }) => (
        <Button
          key={id}
          size="compact-sm"
          variant={id === row.id ? 'filled' : 'default'}
          aria-pressed={id === row.id}
          onClick={() => id !== row.id && open(id)}
        >
          {name}
          {isChanged === true && <span className="unseen">, {t('list.templates.changed')}</span>}
          {isChanged === true && <span aria-hidden="true">&nbsp;•</span>}
        </Button>
      ))}
    </Group>
  );
}

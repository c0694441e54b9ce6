// What became of records, for the operator.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type methods, systemDataAudits } from '#contract/data-audits.ts';
import { Grid } from '#web/lib/grid/grid.tsx';

/** Specification: Insert green, Update orange, Delete red; the word stands there too. */
const colours: Record<(typeof methods)[number], string> = { Insert: 'green', Update: 'orange', Delete: 'red' };

export function DataAuditsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemDataAudits}
      columns={[
        { field: 'createdAt', width: 150 },
        { field: 'table', width: 150 },
        {
          field: 'method',
          width: 100,
          cell: ({ method }) => (
            <Badge variant="outline" color={colours[method]} radius="sm" c="var(--daybook-text)">
              {t(`grid.option.method.${method}`)}
            </Badge>
          ),
        },
        { field: 'userName', width: 180 },
        { field: 'actorName', width: 180, hidden: true },
        { field: 'company', width: 120 },
        { field: 'before', width: 120, hidden: true },
        { field: 'after', width: 240 },
      ]}
    />
  );
}

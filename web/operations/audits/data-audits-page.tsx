// The changes of records, for operators.
import { useTranslation } from 'react-i18next';
import { type methods, systemDataAudits } from '#contract/operations/data-audits.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { WhoActed } from '#web/lib/grid/who-acted.tsx';
import { diffChanges, summarizeChanges } from './changes.ts';
import { ChangesTable } from './changes-table.tsx';

/** Specification: Insert green, Update orange, Delete red. The label carries the word too. */
const colours: Record<(typeof methods)[number], MarkColour> = { Insert: 'green', Update: 'orange', Delete: 'red' };

export function DataAuditsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemDataAudits}
      columns={[
        { field: 'createdAt', width: 175 },
        { field: 'table', width: 130 },
        {
          field: 'method',
          width: 110,
          cell: ({ method }) => <Mark colour={colours[method]}>{t(`grid.option.method.${method}`)}</Mark>,
        },
        { field: 'userName', width: 160, cell: (audit) => <WhoActed {...audit} /> },
        { field: 'actorName', width: 170, hidden: true },
        { field: 'company', width: 110 },
        { field: 'before', width: 200, hidden: true, cell: (audit) => summarizeChanges(diffChanges(audit), 'before') },
        { field: 'after', width: 200, cell: (audit) => summarizeChanges(diffChanges(audit), 'after') },
      ]}
      details={{
        fields: ['createdAt', 'userName', 'actorName', 'company'],
        below: (audit) => <ChangesTable changes={diffChanges(audit)} method={audit.method} />,
      }}
    />
  );
}

// A record before and after a change: changed fields first and marked, the rest collapsed.
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { methods } from '#contract/operations/data-audits.ts';
import { columnName, type FieldChange, formatValue, looksLikeId } from './changes.ts';
import classes from './changes-table.module.css';

interface Props {
  changes: readonly FieldChange[];
  method: (typeof methods)[number];
}

export function ChangesTable({ changes, method }: Props) {
  const { t } = useTranslation();
  if (changes.length === 0) return <p>{t('list.dataaudits.nothingKept')}</p>;
  const isRelevant = ({ isChanged }: FieldChange) => method !== 'Update' || isChanged;
  const changed = changes.filter(isRelevant);
  const unchanged = changes.filter((change) => !isRelevant(change));
  // An inserted record has no previous values, a deleted one no new values.
  const sides = ([method !== 'Insert' && 'before', method !== 'Delete' && 'after'] as const).filter((side) => side);
  const table = (rows: readonly FieldChange[], label: string) => (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('list.dataaudits.column')}</th>
          {sides.map((side) => side && <th key={side}>{t(`list.dataaudits.field.${side}`)}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((change) => (
          <tr key={change.column} data-changed={(method === 'Update' && change.isChanged) || undefined}>
            <th scope="row" title={change.column}>
              {columnName(change.column)}
              {method === 'Update' && change.isChanged && (
                <span className={classes.mark}>
                  <IconArrowRight size={14} stroke={2} aria-hidden="true" />
                  {t('grid.option.method.Update')}
                </span>
              )}
            </th>
            {sides.map(
              (side) =>
                side && (
                  <td
                    key={side}
                    data-side={t(`list.dataaudits.field.${side}`)}
                    data-id={looksLikeId(change[side]) || undefined}
                  >
                    {formatValue(change[side])}
                  </td>
                ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section className={classes.part}>
      {changed.length > 0 && table(changed, t('list.dataaudits.changed'))}
      {unchanged.length > 0 && (
        <details className={classes.same} open={changed.length === 0}>
          <summary>{t('list.dataaudits.unchanged', { total: unchanged.length })}</summary>
          {table(unchanged, t('list.dataaudits.unchanged', { total: unchanged.length }))}
        </details>
      )}
    </section>
  );
}

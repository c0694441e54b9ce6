// A list on a phone: one card per row, the title first, then the other columns.
import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { BulkBar, canSelect } from './bulk-bar.tsx';
import { Cell } from './cell.tsx';
import { rowName } from './format-value.ts';
import classes from './grid.module.css';
import { GridTools } from './grid-tools.tsx';
import type { ListProps } from './list-props.ts';
import { fieldLabel, listText } from './list-text.ts';
import { OrderField } from './order-field.tsx';
import { RowActions } from './row-actions.tsx';

export function GridCards(props: ListProps) {
  const { resource, columns, rows, groups, state, isStale, selection } = props;
  const visible = columns.filter(({ hidden }) => !hidden);
  return (
    <>
      <GridTools
        resource={resource}
        state={state}
        columns={visible.map(({ field }) => ({ accessor: field }))}
        fields={columns.map(({ field }) => field)}
      >
        <OrderField list={resource} state={state} />
      </GridTools>
      {selection && <BulkBar resource={resource} selection={selection} />}
      <div className={classes.cardGroups} data-stale={isStale || undefined}>
        {(groups?.all ?? [{ heading: undefined, rows }]).map((group) => (
          <Fragment key={group.rows[0]?.id ?? ''}>
            {group.heading && <h2 className={classes.groupHeading}>{group.heading}</h2>}
            <ul className={classes.cards}>
              {group.rows.map((row) => (
                <Card
                  key={row.id}
                  {...props}
                  row={row}
                  fields={visible.filter(({ field }) => field !== groups?.field)}
                />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </>
  );
}

interface CardProps extends Pick<ListProps, 'resource' | 'actionsOf' | 'onOpen' | 'selection'> {
  row: Row;
  fields: ListProps['columns'];
}

function Card({ resource, row, fields, actionsOf, onOpen, selection }: CardProps) {
  const { t } = useTranslation();
  const { declared } = resource;
  const secondLine = fields.find(({ field }) => field === declared.title)?.below;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        {selection && row.id !== newId && (
          <Checkbox
            aria-label={t('grid.select', { name: rowName(resource, row) })}
            checked={selection.selected.some(({ id }) => id === row.id)}
            disabled={!canSelect(row, selection)}
            onChange={(event) => {
              const others = selection.selected.filter(({ id }) => id !== row.id);
              selection.select(event.currentTarget.checked ? [...others, row] : others);
            }}
          />
        )}
        {row.id === newId ? (
          <em>{listText(resource, 'new')}</em>
        ) : (
          <button type="button" className={classes.open} onClick={() => onOpen(row)}>
            {rowName(resource, row) || '–'}
          </button>
        )}
        <RowActions name={rowName(resource, row)} actions={actionsOf(row)} />
      </div>
      {row.id !== newId && secondLine?.(row) && <div className={classes.below}>{secondLine(row)}</div>}
      {row.id !== newId && (
        <dl className={classes.cardFields}>
          {fields
            .filter(({ field }) => field !== declared.title)
            .map(({ field, cell }) => (
              <div key={field}>
                <dt>{fieldLabel(resource, field)}</dt>
                <dd>{cell ? cell(row) : <Cell resource={resource} field={field} value={row[field]} />}</dd>
              </div>
            ))}
        </dl>
      )}
    </li>
  );
}

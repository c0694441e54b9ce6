// Chooses the order of a list that has no column heads.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import classes from './grid.module.css';
import { fieldLabel } from './list-text.ts';
import type { GridState } from './use-grid.ts';

interface Props {
  list: AnyList;
  state: GridState;
  /** The fields offered; all sortable fields by default. */
  fields?: readonly string[];
}

export function OrderField({ list, state, fields = list.declared.sort }: Props) {
  const { t } = useTranslation();
  // A field with two names on the wire is offered once.
  const offered = [
    ...new Map(fields.toReversed().map((field) => [fieldLabel(list, field), field])).values(),
  ].toReversed();
  const orders = offered.flatMap((field) => {
    const [wire, label] = [wireName(field, fieldOf(list.declared, field)), fieldLabel(list, field)];
    return [
      { value: `-${wire}`, label: `${label} ↓` },
      { value: wire, label: `${label} ↑` },
    ];
  });
  return (
    <NativeSelect
      size="sm"
      className={classes.order}
      aria-label={t('grid.orderBy')}
      data={orders}
      value={state.order}
      onChange={(event) => state.change({ order: event.currentTarget.value })}
    />
  );
}

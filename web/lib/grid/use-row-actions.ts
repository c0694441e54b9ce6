// The actions of a row: show, edit, those of the page, and delete.
import { IconEdit, IconEye, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import type { RowAction } from './row-actions.tsx';
import { deleteRows } from './row-changes.ts';
import type { GridState } from './use-grid.ts';

interface Options {
  resource: AnyResource;
  state: GridState;
  can: { update: boolean; delete: boolean };
  /** The actions of the page. */
  actions: ((row: Row) => RowAction[]) | undefined;
  whyNotDeletable: ((row: Row) => string | undefined) | undefined;
  deletionNote: ((row: Row) => string | undefined) | undefined;
  openPage: ((row: Row) => void) | undefined;
}

export function useRowActions({
  resource,
  state,
  can,
  actions,
  whyNotDeletable,
  deletionNote,
  openPage,
}: Options): (row: Row) => RowAction[] {
  const { t } = useTranslation();
  return (row) => {
    const edit: RowAction = {
      label: t(can.update ? 'grid.edit' : 'grid.show'),
      icon: can.update ? IconEdit : IconEye,
      run: () => state.change({ open: row.id }),
    };
    const remove: RowAction = {
      label: t('grid.delete'),
      icon: IconTrash,
      danger: true,
      disabled: row.isSystem === true ? t('grid.isSystem') : whyNotDeletable?.(row),
      run: () => void deleteRows(resource, [row], deletionNote?.(row)),
    };
    const show: RowAction = { label: t('grid.show'), icon: IconEye, run: () => openPage?.(row) };
    if (row.id === newId) return [];
    const opening = [...(openPage ? [show] : []), ...(openPage && !can.update ? [] : [edit])];
    return [...opening, ...(actions?.(row) ?? []), ...(can.delete ? [remove] : [])];
  };
}

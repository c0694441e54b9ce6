// The actions on selected rows. The bar stays visible while the rows scroll.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import classes from './grid.module.css';
import { deleteRows } from './row-changes.ts';

/** Selection state and callbacks for the table and the cards. */
export interface Selection {
  selected: Row[];
  select: (rows: Row[]) => void;
  whyNotDeletable?: ((row: Row) => string | undefined) | undefined;
}

/** Only deletable rows can be selected. */
export function canSelect(row: Row, { whyNotDeletable }: Selection): boolean {
  return row.id !== newId && row.isSystem !== true && !whyNotDeletable?.(row);
}

export function BulkBar({ resource, selection }: { resource: AnyResource; selection: Selection }) {
  const { t } = useTranslation();
  const { selected, select } = selection;
  if (selected.length === 0) return null;
  return (
    <div className={classes.bulk} role="status">
      {t('grid.selected', { count: selected.length })}
      <Button
        size="xs"
        color="red"
        variant="light"
        leftSection={<IconTrash size={14} stroke={1.75} />}
        onClick={() => void deleteRows(resource, selected).then(() => select([]))}
      >
        {t('grid.delete')}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => select([])}>
        {t('grid.unselect')}
      </Button>
    </div>
  );
}

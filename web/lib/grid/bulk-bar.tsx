// The actions on selected rows. The bar stays visible while the rows scroll.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import classes from './grid.module.css';
import { deleteRows } from './row-changes.ts';

/** An action on the selected rows, in addition to their deletion. */
export interface BulkAction {
  /** A verb. */
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  run: (rows: Row[]) => Promise<unknown>;
  /** Whether it is offered for these rows; for all by default. */
  isFor?: (rows: Row[]) => boolean;
}

/** Selection state and callbacks for the table and the cards. */
export interface Selection {
  selected: Row[];
  select: (rows: Row[]) => void;
  actions: readonly BulkAction[];
  canDelete: boolean;
  whyNotDeletable?: ((row: Row) => string | undefined) | undefined;
}

/** Only deletable rows can be selected. */
export function canSelect(row: Row, { whyNotDeletable }: Selection): boolean {
  return row.id !== newId && row.isSystem !== true && !whyNotDeletable?.(row);
}

export function BulkBar({ resource, selection }: { resource: AnyResource; selection: Selection }) {
  const { t } = useTranslation();
  const { selected, select, actions, canDelete } = selection;
  if (selected.length === 0) return null;
  return (
    <div className={classes.bulk} role="status">
      {t('grid.selected', { count: selected.length })}
      {actions
        .filter(({ isFor }) => isFor?.(selected) ?? true)
        .map(({ label, icon: Icon, run }) => (
          <Button
            key={label}
            size="xs"
            variant="light"
            leftSection={<Icon size={14} stroke={1.75} />}
            onClick={() => void run(selected).then(() => select([]))}
          >
            {label}
          </Button>
        ))}
      {canDelete && (
        <Button
          size="xs"
          color="red"
          variant="light"
          leftSection={<IconTrash size={14} stroke={1.75} />}
          onClick={() => void deleteRows(resource, selected).then(() => select([]))}
        >
          {t('grid.delete')}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => select([])}>
        {t('grid.unselect')}
      </Button>
    </div>
  );
}

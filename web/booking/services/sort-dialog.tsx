// Sorts named things within their groups: by dragging, or with the arrow keys.
import { Button, Skeleton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import classes from './services.module.css';

interface Item {
  id: string;
  name: string;
}

export interface SortGroup {
  key: string;
  /** Above its items; undefined for the only group. */
  name?: string | undefined;
  items: readonly Item[];
}

interface Props {
  title: string;
  hint: string;
  /** Undefined while they load. */
  groups: readonly SortGroup[] | undefined;
  /** Sorts as before while undefined. */
  sorted: readonly string[] | undefined;
  onSort(ids: readonly string[]): void;
  isSaving: boolean;
  onSave(ids: string[]): void;
  onClose(): void;
}

export function SortDialog({ title, hint, groups, sorted, onSort, isSaving, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<Item>();
  const ids = groups?.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];

  /** Puts an item in the place of another one of its group. */
  function move(item: Item, target: Item | undefined, group: readonly Item[]): void {
    if (!target || target.id === item.id || !group.some(({ id }) => id === item.id)) return;
    const moved = ids.filter((id) => id !== item.id);
    moved.splice(ids.indexOf(target.id), 0, item.id);
    onSort(moved);
  }
  function moveByKey(event: KeyboardEvent, item: Item, group: readonly Item[]): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(item, group[group.indexOf(item) + step], group);
  }

  return (
    <LargeDialog title={title} size="lg" onClose={onClose}>
      <p className={classes.sortHint} id="sort-hint">
        {hint}
      </p>
      {!groups && <Skeleton height={240} />}
      {groups?.map(({ key, name, items }) => (
        <div key={key}>
          {name && <h3 className={classes.sortCategory}>{name}</h3>}
          <ul className={classes.people}>
            {items.map((item) => (
              <li
                key={item.id}
                className={classes.sortRow}
                data-dragged={dragged?.id === item.id || undefined}
                onDragOver={(event) => {
                  event.preventDefault();
                  if (dragged) move(dragged, item, items);
                }}
                onDrop={(event) => event.preventDefault()}
              >
                <button
                  type="button"
                  draggable
                  className={classes.handle}
                  aria-label={t('services.move', { name: item.name })}
                  aria-describedby="sort-hint"
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move';
                    event.dataTransfer.setData('text/plain', item.name);
                    setDragged(item);
                  }}
                  onDragEnd={() => setDragged(undefined)}
                  onKeyDown={(event) => moveByKey(event, item, items)}
                >
                  <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
                </button>
                {item.name}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <FormFoot>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button loading={isSaving} disabled={!sorted} onClick={() => onSave([...(sorted ?? [])])}>
          {t('grid.save')}
        </Button>
      </FormFoot>
    </LargeDialog>
  );
}

/** In the order that the user has chosen, else as they are. */
export function inChosenOrder<T extends Item & { position: number }>(
  all: readonly T[],
  sorted: readonly string[] | undefined,
): T[] {
  const place = ({ id, position }: T) => (sorted ? sorted.indexOf(id) : position);
  return all.toSorted((a, b) => place(a) - place(b));
}

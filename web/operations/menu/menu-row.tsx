// One menu item: handle, icon, name, page and actions.
import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { IconGripVertical, IconLink, IconPlus } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';
import { MenuIcon } from '#web/lib/ui/picture/menu-icon.tsx';
import type { MenuStep } from './arrange.ts';
import type { Edge, PageChoice } from './choices.ts';
import { IconSelector } from './icon-selector.tsx';
import classes from './menu.module.css';
import { MenuRowActions } from './menu-row-actions.tsx';
import { NameField } from './name-field.tsx';
import type { MenuTree } from './use-menu-tree.ts';

interface Props {
  item: TreeItem;
  tree: MenuTree;
  pages: readonly PageChoice[];
  isRenaming: boolean;
  edge: Edge | undefined;
  /** The possible steps. */
  steps: readonly MenuStep[];
  onRename: (is: boolean) => void;
  onAdd: () => void;
  onStep: (key: string) => boolean;
  onLeave: () => void;
  onDrag: () => void;
  onOver: (edge: Edge) => void;
  onDrop: () => void;
  onEnd: () => void;
}

export function MenuRow({ item, tree, pages, isRenaming, edge, steps, ...on }: Props) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const { name } = item;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the handle serves the keyboard.
    <div
      className={classes.row}
      data-row={item.id}
      data-edge={edge}
      onDragOver={(event) => {
        event.preventDefault();
        on.onOver(edgeAt(event));
      }}
      onDrop={(event) => {
        event.preventDefault();
        on.onDrop();
      }}
    >
      <Handle item={item} {...on} />
      <ActionIcon
        variant="subtle"
        size="lg"
        color="gray"
        c="var(--daybook-text)"
        aria-label={t('menu.changeIcon', { name })}
        onClick={() => setChoosing(true)}
      >
        <MenuIcon icon={item.icon} />
      </ActionIcon>
      <div className={classes.name}>
        {isRenaming ? (
          <NameField
            name={name}
            onSave={(next) => tree.change({ ...item, name: next })}
            onClose={() => on.onRename(false)}
          />
        ) : (
          <button
            type="button"
            className={item.isHeading ? `${classes.rename} ${classes.isHeading}` : classes.rename}
            aria-label={t('menu.rename', { name })}
            onClick={() => on.onRename(true)}
          >
            {name}
          </button>
        )}
      </div>
      <Select
        className={classes.link}
        size="sm"
        aria-label={t('menu.pageOf', { name })}
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden="true" />}
        data={pages.map((page) => ({ value: page.id, label: page.id === newId ? t('menu.noPage') : page.name }))}
        value={item.pageId ?? newId}
        allowDeselect={false}
        searchable
        comboboxProps={{ shadow: 'sm' }}
        onChange={(pageId) => void tree.change({ ...item, pageId: pageId === newId ? null : pageId })}
      />
      <Tooltip label={t('menu.addBelow', { name })} openDelay={300}>
        <ActionIcon
          variant="subtle"
          size="lg"
          color="gray"
          c="var(--daybook-text)"
          aria-label={t('menu.addBelow', { name })}
          onClick={on.onAdd}
        >
          <IconPlus size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <MenuRowActions {...{ item, tree, steps }} onRename={() => on.onRename(true)} onStep={on.onStep} />
      {isChoosing && (
        <IconSelector
          chosen={item.icon}
          onClose={() => setChoosing(false)}
          onChoose={(icon) => {
            setChoosing(false);
            if (icon !== item.icon) void tree.change({ ...item, icon });
          }}
        />
      )}
    </div>
  );
}

/** Moves the item: by dragging, or by arrow keys. */
function Handle({ item: { id, name }, ...on }: Pick<Props, 'item' | 'onDrag' | 'onEnd' | 'onLeave' | 'onStep'>) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.handle}
      data-handle={id}
      draggable
      aria-label={t('menu.move', { name })}
      aria-describedby="menu-move-hint"
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        on.onDrag();
      }}
      onDragEnd={on.onEnd}
      onBlur={on.onLeave}
      onKeyDown={(event) => {
        if (/^Arrow/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          on.onStep(event.key);
        }
      }}
    >
      <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** The top of a row means before it, the bottom after it, the middle inside it. */
function edgeAt(event: DragEvent<HTMLElement>): Edge {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside';
}

// The rows of the menu's tree, which are dragged by the mouse or moved by the arrow keys.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';
import { isWithin, type Spot, siblingsAt, stepFrom, steps, type TreeNode } from './arrange.ts';
import type { Edge, PageChoice } from './choices.ts';
import classes from './menu.module.css';
import { MenuRow } from './menu-row.tsx';
import type { MenuTree } from './use-menu-tree.ts';

interface Props {
  nodes: readonly TreeNode[];
  tree: MenuTree;
  pages: readonly PageChoice[];
  renaming: string | undefined;
  onRename: (id: string | undefined) => void;
  onAdd: (parentId: string) => void;
}

export function MenuRows({ nodes, tree, pages, renaming, onRename, onAdd }: Props) {
  const { t } = useTranslation();
  const [dragged, drag] = useState<TreeItem>();
  const [over, setOver] = useState<{ id: string; edge: Edge }>();
  const list = useRef<HTMLUListElement>(null);
  // A row that moves to another parent is drawn anew: its handle gets the focus back.
  const moved = useRef<string>(undefined);
  useEffect(() => {
    if (!moved.current) return;
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`);
    if (handle && document.activeElement !== handle) handle.focus();
  });

  function drop(): void {
    if (dragged && over) void tree.move(dragged, spotOf(tree.items, over));
    drag(undefined);
    setOver(undefined);
  }

  function step(item: TreeItem, key: string): boolean {
    const spot = stepFrom(tree.items, item, key);
    if (!spot) return false;
    moved.current = item.id;
    void tree.move(item, spot);
    return true;
  }

  const rowsOf = (some: readonly TreeNode[]) =>
    some.map(({ item, childrens }) => (
      <li key={item.id} className={dragged?.id === item.id ? classes.dragged : undefined}>
        <MenuRow
          item={item}
          tree={tree}
          pages={pages}
          isRenaming={renaming === item.id}
          steps={steps.filter((key) => stepFrom(tree.items, item, key))}
          edge={over?.id === item.id ? over.edge : undefined}
          onRename={(is) => onRename(is ? item.id : undefined)}
          onAdd={() => onAdd(item.id)}
          onStep={(key) => step(item, key)}
          onLeave={() => {
            moved.current = undefined;
          }}
          onDrag={() => drag(item)}
          onOver={(edge) => {
            if (dragged && !isWithin(tree.items, item.id, dragged.id)) setOver({ id: item.id, edge });
            else setOver(undefined);
          }}
          onDrop={drop}
          onEnd={() => {
            drag(undefined);
            setOver(undefined);
          }}
        />
        {childrens.length > 0 && <ul className={classes.below}>{rowsOf(childrens)}</ul>}
      </li>
    ));

  return (
    <>
      <p id="menu-move-hint" className="unseen">
        {t('menu.moveHint')}
      </p>
      <ul ref={list} className={classes.rows} aria-label={t('menu.title')}>
        {rowsOf(nodes)}
      </ul>
    </>
  );
}

/** Inside: the last of the row's own; else beside it. */
function spotOf(items: readonly TreeItem[], { id, edge }: { id: string; edge: Edge }): Spot {
  if (edge === 'inside') return { parentId: id, before: undefined };
  const parentId = items.find((item) => item.id === id)?.parentId ?? newId;
  if (edge === 'before') return { parentId, before: id };
  const siblings = siblingsAt(items, parentId);
  return { parentId, before: siblings[siblings.findIndex((item) => item.id === id) + 1]?.id };
}

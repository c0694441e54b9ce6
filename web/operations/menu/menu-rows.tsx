// The rows of the menu tree, moved by dragging or by arrow keys.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';
import { isDescendant, type MenuPosition, positionAfterStep, siblingsAt, steps, type TreeNode } from './arrange.ts';
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
  const [dragged, setDragged] = useState<TreeItem>();
  const [target, setTarget] = useState<{ id: string; edge: Edge }>();
  const list = useRef<HTMLUListElement>(null);
  // Moving a row to another parent re-creates it: restore the focus to its handle.
  const movedId = useRef<string>(undefined);
  useEffect(() => {
    if (!movedId.current) return;
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${movedId.current}"]`);
    if (handle && document.activeElement !== handle) handle.focus();
  });

  function drop(): void {
    if (dragged && target) void tree.move(dragged, positionOf(tree.items, target));
    setDragged(undefined);
    setTarget(undefined);
  }

  function step(item: TreeItem, key: string): boolean {
    const position = positionAfterStep(tree.items, item, key);
    if (!position) return false;
    movedId.current = item.id;
    void tree.move(item, position);
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
          steps={steps.filter((key) => positionAfterStep(tree.items, item, key))}
          edge={target?.id === item.id ? target.edge : undefined}
          onRename={(is) => onRename(is ? item.id : undefined)}
          onAdd={() => onAdd(item.id)}
          onStep={(key) => step(item, key)}
          onLeave={() => {
            movedId.current = undefined;
          }}
          onDrag={() => setDragged(item)}
          onOver={(edge) => {
            if (dragged && !isDescendant(tree.items, item.id, dragged.id)) setTarget({ id: item.id, edge });
            else setTarget(undefined);
          }}
          onDrop={drop}
          onEnd={() => {
            setDragged(undefined);
            setTarget(undefined);
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

/** Inside: the last child of the row. Otherwise next to it. */
function positionOf(items: readonly TreeItem[], { id, edge }: { id: string; edge: Edge }): MenuPosition {
  if (edge === 'inside') return { parentId: id, before: undefined };
  const parentId = items.find((item) => item.id === id)?.parentId ?? newId;
  if (edge === 'before') return { parentId, before: id };
  const siblings = siblingsAt(items, parentId);
  return { parentId, before: siblings[siblings.findIndex((item) => item.id === id) + 1]?.id };
}

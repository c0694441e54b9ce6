// The menu as a tree, and the order of an item at its position (specification, "Menu tree").
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';

export interface TreeNode {
  item: TreeItem;
  childrens: TreeNode[];
}

/** A position in the tree: below `parentId`, before the sibling `before`, or last if undefined. */
export interface MenuPosition {
  parentId: string;
  before: string | undefined;
}

/** Returns the nodes below the root, the system item with the all-zero id. */
export function buildTree(items: readonly TreeItem[]): TreeNode[] {
  const byParent = Map.groupBy(
    items.filter(({ id }) => id !== newId),
    ({ parentId }) => parentId ?? newId,
  );
  const childrenOf = (parentId: string): TreeNode[] =>
    (byParent.get(parentId) ?? []).map((item) => ({ item, childrens: childrenOf(item.id) }));
  return childrenOf(newId);
}

/** Returns the children of an item, sorted, without `except`. */
export function siblingsAt(items: readonly TreeItem[], parentId: string, except?: string): TreeItem[] {
  return items.filter((item) => item.id !== newId && (item.parentId ?? newId) === parentId && item.id !== except);
}

/**
 * Returns the order of an item placed before `before` among its new siblings, or last if `before` is not among them.
 */
export function orderAt(siblings: readonly TreeItem[], before: string | undefined): number {
  const next = siblings.find(({ id }) => id === before);
  if (next) return next.order - 1;
  const last = siblings.at(-1);
  return last ? last.order + 1 : 0;
}

/** Returns the order of a new item, which becomes its parent's first child. */
export function orderOfNew(siblings: readonly TreeItem[]): number {
  const [first] = siblings;
  return first ? first.order - 1 : 0;
}

/** True if `id` is `above` or one of its descendants. */
export function isDescendant(items: readonly TreeItem[], id: string, above: string): boolean {
  for (let at = items.find((item) => item.id === id); at; at = items.find((item) => item.id === at?.parentId)) {
    if (at.id === above) return true;
  }
  return false;
}

/** Returns the items after a move, as the server will store them. On a tie, siblings up to that order lose one. */
export function moveItem(items: readonly TreeItem[], moved: TreeItem): TreeItem[] {
  const siblings = siblingsAt(items, moved.parentId ?? newId, moved.id);
  const isTied = siblings.some(({ order }) => order === moved.order);
  const shifted = new Set(isTied ? siblings.filter(({ order }) => order <= moved.order).map(({ id }) => id) : []);
  return items
    .map((item) => {
      if (item.id === moved.id) return moved;
      return shifted.has(item.id) ? { ...item, order: item.order - 1 } : item;
    })
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The arrow keys that move an item. */
export const steps = ['ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft'] as const;
export type MenuStep = (typeof steps)[number];

/** Returns the position after one step of an arrow key; undefined if the step is impossible. */
export function positionAfterStep(items: readonly TreeItem[], item: TreeItem, key: string): MenuPosition | undefined {
  const parentId = item.parentId ?? newId;
  const siblings = siblingsAt(items, parentId);
  const at = siblings.findIndex(({ id }) => id === item.id);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (key === 'ArrowUp') return before && { parentId, before: before.id };
  if (key === 'ArrowDown') return after && { parentId, before: siblings[at + 2]?.id };
  // Right: last child of the previous sibling. Left: directly after the parent.
  if (key === 'ArrowRight') return before && { parentId: before.id, before: undefined };
  const parent = items.find(({ id }) => id === parentId);
  if (key !== 'ArrowLeft' || !parent || parent.id === newId) return undefined;
  const parentSiblings = siblingsAt(items, parent.parentId ?? newId);
  const parentIndex = parentSiblings.findIndex(({ id }) => id === parent.id);
  return { parentId: parent.parentId ?? newId, before: parentSiblings[parentIndex + 1]?.id };
}

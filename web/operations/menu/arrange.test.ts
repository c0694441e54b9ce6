// Placing menu items and computing their order, by the rules of the specification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#contract/lib/fields.ts';
import type { TreeItem } from '#contract/operations/menu.ts';
import { buildTree, isDescendant, moveItem, orderAt, orderOfNew, positionAfterStep, siblingsAt } from './arrange.ts';

const item = (id: string, order: number, parentId: string | null = newId): TreeItem => {
  return { id, order, parentId, name: id, icon: '', isHeading: false, isSystem: id === newId, pageId: null };
};
const items = [item(newId, 0, null), item('a', 0), item('b', 1), item('c', 7), item('d', 3, 'b'), item('e', 4, 'd')];

test('the root of the tree is the system item with the all-zero id', () => {
  const tree = buildTree(items);
  assert.deepEqual(
    tree.map((node) => node.item.id),
    ['a', 'b', 'c'],
  );
  assert.equal(tree[1]?.childrens[0]?.childrens[0]?.item.id, 'e');
});

test('the order is 0 in an empty list, the last plus one, or the next minus one', () => {
  assert.equal(orderAt([], undefined), 0);
  assert.equal(orderAt(siblingsAt(items, newId, 'a'), undefined), 8);
  assert.equal(orderAt(siblingsAt(items, newId, 'a'), 'c'), 6);
  assert.equal(orderAt(siblingsAt(items, newId, 'c'), 'a'), -1);
});

test('a new item is first: the first order minus one, or 0', () => {
  assert.equal(orderOfNew(siblingsAt(items, newId)), -1);
  assert.equal(orderOfNew(siblingsAt(items, 'b')), 2);
  assert.equal(orderOfNew([]), 0);
});

test('an item fits between two with consecutive orders', () => {
  const order = orderAt(siblingsAt(items, newId, 'c'), 'b');
  assert.equal(order, 0, 'the order of the one before');
  const after = moveItem(items, { ...item('c', order) });
  assert.deepEqual(
    siblingsAt(after, newId).map(({ id }) => id),
    ['a', 'c', 'b'],
  );
});

test('arrow keys move an item past, into and out of its neighbours, and nowhere else', () => {
  const [, a, b, c, d] = items;
  assert.ok(a && b && c && d);
  assert.equal(positionAfterStep(items, a, 'ArrowUp'), undefined);
  assert.deepEqual(positionAfterStep(items, a, 'ArrowDown'), { parentId: newId, before: 'c' });
  assert.deepEqual(positionAfterStep(items, b, 'ArrowDown'), { parentId: newId, before: undefined });
  assert.equal(positionAfterStep(items, c, 'ArrowDown'), undefined);
  assert.deepEqual(positionAfterStep(items, c, 'ArrowRight'), { parentId: 'b', before: undefined });
  assert.equal(positionAfterStep(items, a, 'ArrowLeft'), undefined);
  assert.deepEqual(positionAfterStep(items, d, 'ArrowLeft'), { parentId: newId, before: 'c' });
});

test('an item is a descendant of itself and of its ancestors', () => {
  assert.ok(isDescendant(items, 'e', 'b') && isDescendant(items, 'e', 'e'));
  assert.ok(!isDescendant(items, 'b', 'e') && !isDescendant(items, 'a', 'b'));
});

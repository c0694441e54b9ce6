// Tests of the placement of labels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Anchor, placeLabels } from './place-labels.ts';

const view = { width: 400, height: 300 };
const anchors: Anchor[] = ['left', 'right', 'top', 'bottom'];
const city = (x: number, y: number) => ({ x, y, width: 80, height: 16, gap: 8, anchors });

test('a label near an edge is on the other side of its point', () => {
  const placed = placeLabels([city(200, 150), city(390, 100), city(200, 288)], view, []);
  assert.deepEqual(
    placed.map(({ anchor }) => anchor),
    ['left', 'right', 'bottom'],
  );
});

test('a label that would be cut, or covered by a control, is left out', () => {
  assert.deepEqual(placeLabels([city(398, 298), city(-10, 150)], view, []), []);
  const control = { left: 0, top: 0, right: 400, bottom: 200 };
  assert.deepEqual(placeLabels([city(200, 150)], view, [control]), []);
});

test('no two labels overlap, and the first takes precedence', () => {
  const many = Array.from({ length: 200 }, (_, index) => city((index * 37) % 400, (index * 53) % 300));
  const placed = placeLabels(many, view, []);
  assert.equal(
    placed[0]?.label,
    many.find((one) => one.y > 20),
  );
  for (const [index, { box }] of placed.entries()) {
    assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 400 && box.bottom <= 300);
    for (const { box: other } of placed.slice(index + 1)) {
      const isClear =
        box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
      assert.ok(isClear, JSON.stringify([box, other]));
    }
  }
});

// Drags an event of the team's week to another day or person, and an all-day one to another person.
import { dragGhost } from './drag-ghost.ts';
import type { DragSession } from './use-pointer-drag.ts';

/**
 * Calls `onDrop` with the cell that the pointer was over, unless it is the one where the drag began. `cells` selects
 * them; those of a sticky row, which stays while the sheet scrolls, are found by their column alone.
 */
export function dragChip(
  on: { sheet: HTMLElement; ghost: HTMLElement; cells: string; isSticky?: boolean },
  { element, from }: { element: HTMLElement; from: { x: number; y: number } },
  onDrop: (cell: HTMLElement) => void,
): DragSession {
  const sheetBox = on.sheet.getBoundingClientRect();
  const cells = [...on.sheet.querySelectorAll<HTMLElement>(on.cells)].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { cell, left: left - sheetBox.left, top: top - sheetBox.top, width, height };
  });
  const own = element.closest<HTMLElement>(on.cells);
  const { left, top, width, height } = element.getBoundingClientRect();
  const ghost = dragGhost(on.ghost);
  let target: HTMLElement | undefined;
  ghost.show(element);

  function aim(next: HTMLElement | undefined): void {
    if (target === next) return;
    if (target) delete target.dataset.target;
    target = next;
    if (target) target.dataset.target = '';
  }
  function end(): void {
    aim(undefined);
    ghost.hide();
  }
  return {
    move(x, y) {
      const box = on.sheet.getBoundingClientRect();
      const [atX, atY] = [x - box.left, y - box.top];
      const found = cells.find((cell) => {
        const isInRow = on.isSticky || (atY >= cell.top && atY < cell.top + cell.height);
        return isInRow && atX >= cell.left && atX < cell.left + cell.width;
      });
      aim(found?.cell === own ? undefined : found?.cell);
      ghost.place({ left: atX - from.x + left, top: atY - from.y + top, width, height }, '');
    },
    drop() {
      const cell = target;
      end();
      if (cell) onDrop(cell);
    },
    cancel: end,
  };
}

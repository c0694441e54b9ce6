// Drags an event of the team's week to another day or person.
import { dragGhost } from './drag-ghost.ts';
import type { DragSession } from './use-pointer-drag.ts';

/** Calls `onDrop` with the cell that the pointer was over, unless it is the one where the drag began. */
export function dragChip(
  on: { sheet: HTMLElement; ghost: HTMLElement },
  { element, from }: { element: HTMLElement; from: { x: number; y: number } },
  onDrop: (cell: HTMLElement) => void,
): DragSession {
  const sheetBox = on.sheet.getBoundingClientRect();
  const cells = [...on.sheet.querySelectorAll<HTMLElement>('[data-date]')].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { cell, left: left - sheetBox.left, top: top - sheetBox.top, width, height };
  });
  const own = element.closest<HTMLElement>('[data-date]');
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
      const found = cells.find(
        (cell) => atX >= cell.left && atX < cell.left + cell.width && atY >= cell.top && atY < cell.top + cell.height,
      );
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

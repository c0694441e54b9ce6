// Moves the focus between the events of a sheet by arrow keys. Tab reaches one of them: the one focused last.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';

/**
 * The sheet has cells with `data-x` and `data-y`, and in them elements with `data-stop`, in order. Up and down lead to
 * the next stop of a cell, then to the cell below; left and right to the nearest event of the cell beside.
 */
export function useStops(sheet: RefObject<HTMLElement | null>) {
  useEffect(() => {
    // After every render: the stop may be gone, or be new to the sheet.
    const [first] = stopsIn(sheet.current);
    const current = sheet.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]');
    if (!current && first) first.tabIndex = 0;
  });
  return {
    onFocus({ target }: FocusEvent): void {
      if (!target.matches('[data-stop]')) return;
      for (const stop of sheet.current?.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]') ?? []) {
        stop.tabIndex = -1;
      }
      (target as HTMLElement).tabIndex = 0;
    },
    /** Returns whether the key moved the focus, or would have. */
    onKey(event: KeyboardEvent): boolean {
      const stop = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null;
      if (!stop || !sheet.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      if (!/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) return false;
      event.preventDefault();
      // The page would turn.
      event.stopPropagation();
      nextStop(sheet.current, stop, event.key)?.focus();
      return true;
    },
  };
}

function stopsIn(element: Element | null | undefined): HTMLElement[] {
  return element
    ? [...element.querySelectorAll<HTMLElement>('[data-stop]')].filter((stop) => stop.checkVisibility())
    : [];
}

function nextStop(sheet: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const cell = from.closest<HTMLElement>('[data-x]');
  if (!cell) return undefined;
  const stops = stopsIn(cell);
  const index = stops.indexOf(from);
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const [x, y] = [Number(cell.dataset.x), Number(cell.dataset.y)];
  const at = (column: number, row: number) => stopsIn(sheet.querySelector(`[data-x="${column}"][data-y="${row}"]`));
  if (key === 'ArrowUp') return stops[index - 1] ?? at(x, y - 1).at(-1);
  if (key === 'ArrowDown') return stops[index + 1] ?? at(x, y + 1)[0];
  const top = from.getBoundingClientRect().top;
  const distance = (stop: HTMLElement) => Math.abs(stop.getBoundingClientRect().top - top);
  const beside = at(x + (key === 'ArrowLeft' ? -1 : 1), y);
  const events = beside.filter((stop) => stop.dataset.event);
  return (events.length ? events : beside).sort((one, other) => distance(one) - distance(other))[0];
}

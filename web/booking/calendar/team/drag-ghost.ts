// The copy of an event that follows the pointer. React does not render during a drag: only this element changes.
import classes from './team-day.module.css';

export interface DragGhost {
  /** Shows the copy of an event, or an empty block for a new one. */
  show(original: HTMLElement | undefined): void;
  place(box: { left: number; top: number; width: number; height: number }, label: string): void;
  hide(): void;
}

export function dragGhost(element: HTMLElement): DragGhost {
  const label = document.createElement('span');
  label.className = classes.ghostLabel ?? '';
  let dragged: HTMLElement | undefined;
  return {
    show(original) {
      dragged = original;
      const copy = original?.cloneNode(true) as HTMLElement | undefined; // A clone has the type of its original.
      // The ghost is no second event to those who look for one.
      for (const name of ['data-event', 'data-stop', 'tabindex']) copy?.removeAttribute(name);
      copy?.removeAttribute('style');
      element.replaceChildren(...(copy ? [copy] : []), label);
      element.dataset.kind = copy ? 'event' : 'range';
      if (dragged) dragged.dataset.dragged = '';
    },
    place({ left, top, width, height }, text) {
      element.hidden = false;
      element.style.transform = `translate(${left}px, ${top}px)`;
      element.style.inlineSize = `${width}px`;
      element.style.blockSize = `${height}px`;
      label.textContent = text;
    },
    hide() {
      element.hidden = true;
      element.replaceChildren();
      if (dragged) delete dragged.dataset.dragged;
      dragged = undefined;
    },
  };
}

// Drags with the pointer: at once with a mouse, after a long press with a finger. Escape cancels. Scrolls at the edges.
import { type RefObject, useEffect, useRef } from 'react';

/** The drag in progress. Coordinates are those of the window. */
export interface DragSession {
  /** Called at most once per frame, also when the sheet scrolls under a pointer that rests. */
  move(x: number, y: number): void;
  drop(): void;
  cancel(): void;
}

interface DragOptions {
  /** Returns the function that begins to drag what is at a place; undefined where nothing can be dragged. */
  pick: (target: Element, x: number, y: number) => (() => DragSession) | undefined;
  onDragging: (dragging: boolean) => void;
  /** The part of the scroll area that sticky heads do not cover (px from its edges). */
  inset: () => { top: number; left: number };
}

/** As long as in the other views (ms). */
const longPress = 350;
/** A mouse that moves less clicks; a finger that moves more before the long press scrolls (px). */
const mouseSlack = 4;
const touchSlack = 9;
/** Where scrolling begins, and its speed per frame (px). */
const edge = 36;
const maxSpeed = 14;

/** `scroller` is the element that scrolls. The handlers are those of its last render. */
export function usePointerDrag(scroller: RefObject<HTMLElement | null>, options: DragOptions): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const element = scroller.current;
    return element ? listen(element, () => latest.current) : undefined;
  }, [scroller]);
}

function listen(scroller: HTMLElement, options: () => DragOptions): () => void {
  let end: ((act?: 'drop' | 'cancel') => void) | undefined;

  function onPointerDown(down: PointerEvent): void {
    // A second finger.
    if (end) {
      end('cancel');
      return;
    }
    if (down.button !== 0 || !down.isPrimary || !(down.target instanceof Element)) return;
    const begin = options().pick(down.target, down.clientX, down.clientY);
    if (begin) end = follow(down, begin);
  }

  /** Follows one pointer until it is released. Returns what ends that. */
  function follow(down: PointerEvent, begin: () => DragSession): (act?: 'drop' | 'cancel') => void {
    const isTouch = down.pointerType === 'touch';
    let [x, y] = [down.clientX, down.clientY];
    let session: DragSession | undefined;
    let frame = 0;
    const timer = isTouch ? setTimeout(start, longPress) : undefined;
    const listeners = new AbortController();
    const { signal } = listeners;

    function start(): void {
      session = begin();
      // Captured, the pointer stays with the sheet when React replaces the element under it.
      scroller.setPointerCapture(down.pointerId);
      scroller.dataset.dragging = '';
      window.addEventListener('keydown', onKey, { capture: true, signal });
      options().onDragging(true);
      frame = requestAnimationFrame(turn);
    }
    function turn(): void {
      scrollAtEdge();
      session?.move(x, y);
      frame = requestAnimationFrame(turn);
    }
    function scrollAtEdge(): void {
      const box = scroller.getBoundingClientRect();
      const { top, left } = options().inset();
      const by = {
        left: speed(x, box.left + left, box.left + scroller.clientWidth),
        top: speed(y, box.top + top, box.top + scroller.clientHeight),
      };
      if (by.left || by.top) scroller.scrollBy(by);
    }
    function onMove(event: PointerEvent): void {
      if (event.pointerId !== down.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (session) return;
      const distance = Math.hypot(x - down.clientX, y - down.clientY);
      if (isTouch && distance > touchSlack) finish();
      if (!isTouch && distance > mouseSlack) start();
    }
    function onUp(event: PointerEvent): void {
      if (event.pointerId !== down.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      session?.move(x, y);
      finish('drop');
    }
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      finish('cancel');
    }
    function finish(act: 'drop' | 'cancel' = 'cancel'): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      listeners.abort();
      end = undefined;
      if (!session) return;
      delete scroller.dataset.dragging;
      ignoreNextClick();
      // Before the drop, which may ask a question and count as dragging meanwhile.
      options().onDragging(false);
      session[act]();
    }

    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', () => finish(), { signal });
    // The finger drags now, and neither scrolls nor opens the browser's menu.
    scroller.addEventListener('touchmove', (event) => session && event.preventDefault(), { passive: false, signal });
    scroller.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal });
    return finish;
  }

  scroller.addEventListener('pointerdown', onPointerDown);
  return () => {
    scroller.removeEventListener('pointerdown', onPointerDown);
    end?.('cancel');
  };
}

/** The release of the pointer also clicks what is below it. */
function ignoreNextClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, true));
}

/** Pixels to scroll: more, the nearer the edge. */
function speed(at: number, first: number, last: number): number {
  if (at < first + edge) return -Math.ceil(Math.min(1, (first + edge - at) / edge) * maxSpeed);
  if (at > last - edge) return Math.ceil(Math.min(1, (at - last + edge) / edge) * maxSpeed);
  return 0;
}

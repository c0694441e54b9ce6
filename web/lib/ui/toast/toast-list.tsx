// The list of toasts at the bottom left, newest on top; it covers no bar, no foot of a dialog and no item of the side
// menu. Screen readers announce them; pointing at or focusing a toast pauses its timer.
import { CloseButton } from '@mantine/core';
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './toast-list.module.css';
import { dismiss, pause, resume, type Toast, toastStore } from './toasts.ts';

export function ToastList() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  const urgent = toasts.filter((toast) => toast.kind === 'danger');
  const list = useRef<HTMLElement>(null);
  useRoom(list, toasts);
  return (
    <section ref={list} className={classes.list} aria-label={t('shell.notes')}>
      {toasts.map((toast) => (
        <ToastNote key={toast.id} toast={toast} />
      ))}
      {/* Announced separately: a live region must exist before its text appears. */}
      <div className="unseen" role="alert">
        {urgent[0]?.message}
      </div>
      <div className="unseen" role="status">
        {toasts.find((toast) => toast.kind !== 'danger')?.message}
      </div>
    </section>
  );
}

/**
 * Raises the list above the bars and buttons marked `data-bottom-bar`, and publishes its height: as `--daybook-toasts`,
 * by which the side menu is shorter, and on the foot of a dialog that scrolls as `--daybook-toasts-over-foot`.
 */
function useRoom(list: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const element = list.current;
    if (!element || toasts.length === 0) {
      root.style.removeProperty('--daybook-toasts');
      return;
    }
    const place = () => {
      const own = element.getBoundingClientRect();
      const bars = [...document.querySelectorAll<HTMLElement>('[data-bottom-bar]')]
        .map((bar) => ({ bar, box: bar.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && box.left < own.right && box.right > own.left)
        // A button that floats on a phone stands at the top of a wide screen; a sheet may be higher than half of it.
        .filter(({ box }) => box.top > innerHeight / 2 || box.bottom >= innerHeight)
        .toSorted((one, other) => other.box.bottom - one.box.bottom);
      const needed = Math.ceil(own.height) + 16;
      let raised = 0;
      // The foot of a dialog that is not full may be above the list.
      for (const { box } of bars)
        if (innerHeight - box.bottom < raised + needed) raised = Math.max(raised, innerHeight - box.top);
      element.style.setProperty('--bars', `${raised}px`);
      root.style.setProperty('--daybook-toasts', `${needed}px`);
      for (const { bar } of bars)
        if (endsScrolling(bar)) bar.style.setProperty('--daybook-toasts-over-foot', `${needed}px`);
    };
    place();
    addEventListener('resize', place);
    // Dialogs open and close meanwhile. Measuring once before the next frame is enough: each measurement lays out the
    // whole page.
    let frame = 0;
    const changes = new MutationObserver(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        place();
      });
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('resize', place);
      changes.disconnect();
      cancelAnimationFrame(frame);
      for (const bar of document.querySelectorAll<HTMLElement>('[data-sticky]'))
        bar.style.removeProperty('--daybook-toasts-over-foot');
    };
  }, [list, toasts]);
}

/** Whether content scrolls beneath this foot, or would with more room: the foot of a dialog that is not full moves. */
function endsScrolling(bar: HTMLElement): boolean {
  if (!bar.matches('[data-sticky]')) return false;
  if (bar.matches('[data-full-screen] form > *')) return true;
  for (let around = bar.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around.scrollHeight > around.clientHeight;
  }
  return false;
}

function ToastNote({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only pauses the timer; the buttons are the controls.
    <div
      className={classes.note}
      data-kind={toast.kind}
      onMouseEnter={() => pause(toast.id)}
      onMouseLeave={() => resume(toast.id)}
      onFocus={() => pause(toast.id)}
      onBlur={() => resume(toast.id)}
    >
      <span className={classes.words}>{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={t('shell.dismiss')} onClick={() => dismiss(toast.id)} />
    </div>
  );
}

// The list of toasts, newest on top. Screen readers announce them; pointing at or focusing a toast pauses its timer.
import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './toast-list.module.css';
import { dismiss, pause, resume, type Toast, toastStore } from './toasts.ts';

export function ToastList() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  const urgent = toasts.filter((toast) => toast.kind === 'danger');
  return (
    <section className={classes.list} aria-label={t('shell.notes')}>
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

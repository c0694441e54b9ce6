// `?` shows the keyboard shortcuts of the page.
import { lazy, Suspense, useEffect, useState } from 'react';
import { isDialogOpen } from '#web/lib/ui/key-help.ts';

const KeyHelpDialog = lazy(() => import('./key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })));

export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping && !isDialogOpen()) setOpen(true);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return <Suspense>{isOpen && <KeyHelpDialog onClose={() => setOpen(false)} />}</Suspense>;
}

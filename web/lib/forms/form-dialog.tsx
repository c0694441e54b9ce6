// A dialog with a form. It asks before discarding input.
import type { ReactNode } from 'react';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { confirmDiscard } from './use-unsaved-changes-guard.ts';

interface Props {
  title: string;
  isDirty(): boolean;
  onClose(): void;
  children: ReactNode;
}

export function FormDialog({ title, isDirty, onClose, children }: Props) {
  async function close(): Promise<void> {
    if (!isDirty() || (await confirmDiscard())) onClose();
  }
  return (
    <LargeDialog onClose={() => void close()} title={title} size="lg">
      {children}
    </LargeDialog>
  );
}

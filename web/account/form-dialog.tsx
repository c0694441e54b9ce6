// A dialog with a form, which asks before it loses what was typed; on phones it is the whole screen.
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from '#web/shell/app-dialog.tsx';
import { useIsAsking } from '#web/shell/app-questions.tsx';
import { mayLose } from './use-kept.ts';

interface Props {
  title: string;
  isDirty(): boolean;
  onClose(): void;
  children: ReactNode;
}

export function FormDialog({ title, isDirty, onClose, children }: Props) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const asking = useIsAsking();
  async function close(): Promise<void> {
    if (!isDirty() || (await mayLose())) onClose();
  }
  return (
    <Dialog
      onClose={() => void close()}
      title={title}
      size="lg"
      fullScreen={phone}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
    >
      {children}
    </Dialog>
  );
}

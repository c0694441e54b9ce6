// A dialog with one form. Ctrl-Enter sends it; closing asks before it discards input.
import type { FormEvent, ReactNode } from 'react';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { submitOnCtrlEnter } from './form-keys.ts';
import { useUnsavedChangesGuard } from './use-unsaved-changes-guard.ts';

interface Props {
  title: string;
  /** The label of the button that sends the form, a verb. */
  confirmLabel: string;
  isBusy: boolean;
  isDirty(): boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onClose(): void;
  children: ReactNode;
}

export function FormDialog({ title, confirmLabel, isBusy, isDirty, onSubmit, onClose, children }: Props) {
  const { confirmAndClose } = useUnsavedChangesGuard(isDirty);
  const close = () => void confirmAndClose(onClose);
  return (
    <LargeDialog onClose={close} title={title} size="lg">
      <form noValidate onSubmit={onSubmit} onKeyDown={submitOnCtrlEnter}>
        {children}
        <DialogFoot confirmLabel={confirmLabel} isBusy={isBusy} onCancel={close} />
      </form>
    </LargeDialog>
  );
}

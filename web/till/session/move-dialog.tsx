// Cash that comes in or goes out without a sale, or a drawer that is opened without one; each with its reason.
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tills } from '#contract/till/tills.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { randomId } from '#web/lib/client/random-id.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { refreshTill } from '../state/refresh-till.ts';

export type CashMove = 'in' | 'out' | 'drawer';

interface Props {
  registerId: string;
  kind: CashMove;
  onClose(): void;
}

export function MoveDialog({ registerId, kind, onClose }: Props) {
  const { t } = useTranslation();
  // The same for every press: a lost answer is one movement.
  const [id] = useState(randomId);
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const record = useMutation({
    async mutationFn() {
      const input = { id, registerId, reason: reason.trim() };
      if (kind === 'drawer') await call(tills.openDrawer, input, { handlesErrors: true });
      else await call(tills.move, { ...input, kind, amount: Number(amount) }, { handlesErrors: true });
    },
    onSuccess() {
      toast('success', t('till.screen.moveRecorded'));
      void refreshTill(registerId);
      onClose();
    },
    onError: (error) => showError(error, t('receipts.notRecorded')),
  });
  const isComplete = reason.trim() !== '' && (kind === 'drawer' || Number(amount) > 0);
  return (
    <Dialog title={t(`till.screen.moves.${kind}`)} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !record.isPending) record.mutate();
        }}
      >
        <div className={formClasses.fields}>
          {kind !== 'drawer' && (
            <AmountInput
              className={formClasses.wide}
              label={t('till.screen.amount')}
              withAsterisk
              data-autofocus
              value={amount}
              onChange={setAmount}
            />
          )}
          <TextInput
            className={formClasses.wide}
            label={t('till.screen.reason')}
            withAsterisk
            maxLength={200}
            data-autofocus={kind === 'drawer' || undefined}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        <DialogFoot
          confirmLabel={t(kind === 'drawer' ? 'till.screen.openDrawer' : 'till.screen.record')}
          isBusy={record.isPending}
          disabled={!isComplete}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

// Closes a session: asks for the counted cash without showing how much there should be, then shows the Z.
import { Button, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { type TillState, tills, type ZReport } from '#contract/till/tills.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { formatEuro } from '#web/lib/money.ts';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import { euroPieces } from '../payment/bank-notes.ts';
import { refreshTill } from '../state/refresh-till.ts';
import classes from './session.module.css';

interface Props {
  till: TillState;
  /** While the count is entered: a closing at another screen does not change it. */
  sessionId: string;
  onClosed(z: ZReport): void;
  onClose(): void;
}

export function CloseDialog({ till, sessionId, onClosed, onClose }: Props) {
  const { t } = useTranslation();
  const [counted, setCounted] = useState<number | string>('');
  const [isByPieces, setByPieces] = useState(false);
  const close = useMutation({
    mutationFn: () =>
      call(tills.close, { registerId: till.id, sessionId, countedCash: Number(counted) }, { handlesErrors: true }),
    onSuccess(z) {
      void refreshTill(till.id);
      onClosed(z);
    },
    onError(error) {
      showError(error, t('till.screen.notClosed'));
      if (error instanceof CallError && error.status === 409) void refreshTill(till.id);
    },
  });
  return (
    <LargeDialog title={t('till.screen.closeTitle', { name: till.name })} size="lg" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (counted !== '' && !close.isPending) close.mutate();
        }}
      >
        <p className={classes.quiet}>{t('till.screen.closeText')}</p>
        <AmountInput
          size="lg"
          label={t('till.screen.countedCash')}
          withAsterisk
          data-autofocus
          readOnly={isByPieces}
          value={counted}
          onChange={setCounted}
        />
        {isByPieces ? (
          <Pieces onSum={(cents) => setCounted(eurosOf(cents))} />
        ) : (
          <Button variant="subtle" size="compact-md" mt="xs" onClick={() => setByPieces(true)}>
            {t('till.screen.countPieces')}
          </Button>
        )}
        <DialogFoot
          isSticky
          confirmLabel={t('till.screen.closeTill')}
          isBusy={close.isPending}
          disabled={counted === ''}
          onCancel={onClose}
        />
      </form>
    </LargeDialog>
  );
}

/** How many there are of each bank note and coin. */
function Pieces({ onSum }: { onSum(cents: number): void }) {
  const { t } = useTranslation();
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  function change(piece: number, count: number): void {
    const next = new Map(counts).set(piece, count);
    setCounts(next);
    onSum([...next].reduce((sum, [value, many]) => sum + value * many, 0));
  }
  return (
    <fieldset className={classes.pieces}>
      <legend>{t('till.screen.pieceCounts')}</legend>
      {euroPieces.map((piece, index) => (
        <NumberInput
          key={piece}
          label={formatEuro(eurosOf(piece))}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          max={99_999}
          autoFocus={index === 0}
          value={counts.get(piece) ?? ''}
          onChange={(count) => change(piece, Number(count) || 0)}
        />
      ))}
    </fieldset>
  );
}

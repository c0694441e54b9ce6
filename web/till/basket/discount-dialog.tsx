// Takes an amount or a share off the whole basket.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import classes from './basket.module.css';
import { DiscountField, type GivenDiscount } from './discount-field.tsx';

interface Props {
  /** Of all lines (cents). */
  sum: number;
  given: GivenDiscount;
  onSave(given: GivenDiscount): void;
  onClose(): void;
}

export function DiscountDialog({ sum, given, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [value, setValue] = useState(given);
  const isWrong = value.discount > eurosOf(sum);
  return (
    <Dialog title={t('till.screen.discountOfAll')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) onSave(value);
        }}
      >
        <DiscountField of={sum} value={value} onChange={setValue} isFirst />
        <p className={classes.quiet}>
          {t('till.screen.afterDiscount', { amount: formatFullEuro(Math.max(0, eurosOf(sum) - value.discount)) })}
        </p>
        <DialogFoot confirmLabel={t('till.screen.apply')} isBusy={false} disabled={isWrong} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

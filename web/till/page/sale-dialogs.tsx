// The dialogs of a sale; at most one is open.
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { TillState } from '#contract/till/tills.ts';
import { sumOfLines } from '../basket/basket.ts';
import { CustomerDialog } from '../basket/customer-field.tsx';
import { DiscountDialog } from '../basket/discount-dialog.tsx';
import type { GivenDiscount } from '../basket/discount-field.tsx';
import { freeLine, LineDialog } from '../basket/line-dialog.tsx';
import { SalePayment } from '../payment/pay-dialog.tsx';
import type { Sale } from './use-sale.ts';

export function SaleDialogs({ till, sale }: { till: TillState; sale: Sale }) {
  const { dialog, current, close, change } = sale;
  const { lines, discount, discountPercent } = current;
  if (dialog?.kind === 'line') {
    const line = lines[dialog.index];
    if (!line) return null;
    const save = (next: typeof line) => {
      sale.changeLine(dialog.index, next);
      close();
    };
    return <LineDialog line={line} title={line.name ?? ''} onSave={save} onClose={close} />;
  }
  if (dialog?.kind === 'newLine') {
    const save = (line: (typeof lines)[number]) => {
      change({ lines: [...lines, line] });
      sale.select(lines.length);
      close();
    };
    return <LineDialog line={freeLine()} onSave={save} onClose={close} />;
  }
  if (dialog?.kind === 'discount') {
    const save = (next: GivenDiscount) => {
      change({ ...next, discount: eurosOf(centsOf(next.discount)) });
      close();
    };
    const given = { discount, discountPercent };
    return <DiscountDialog sum={sumOfLines(lines)} given={given} onSave={save} onClose={close} />;
  }
  if (dialog?.kind === 'customer') {
    const choose = (customer: Pick<typeof current, 'contactId' | 'customer'>) => {
      change(customer);
      close();
    };
    return <CustomerDialog onChoose={choose} onClose={close} />;
  }
  if (dialog?.kind !== 'pay') return null;
  const { sale: paid } = dialog;
  return <SalePayment till={till} sale={paid} onSold={() => sale.store.forget(paid.id)} onClose={close} />;
}

// The payments of the company, and of all companies for the operator.
import { Button } from '@mantine/core';
import { IconCashBanknote, IconCheck, IconCreditCard, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import {
  companyPayments,
  decisionsOn,
  type PaymentProblem,
  type PaymentState,
  paymentActions,
  systemPayments,
} from '#contract/money/payments.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { pdfActions } from '#web/money/invoices/pdf-actions.tsx';
import { cancelPayment, confirmPayment } from '#web/money/payment/decide-payment.ts';
import { payUrl } from '#web/money/payment/pay-url.ts';
import { PaymentAttempts } from './attempts.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';
import { TransactionLink } from './transaction-link.tsx';

type Payment = RowOf<(typeof systemPayments)['declared']>;

const colours: Record<PaymentState, MarkColour> = {
  created: 'blue',
  pending: 'orange',
  confirmed: 'green',
  cancelled: 'inverse',
};

const first = [
  { field: 'created', width: 145 },
  { field: 'reference', width: 140, cell: (row: Payment) => <span className="figures">{row.reference}</span> },
  { field: 'amount', width: 105 },
] as const;

const others = [
  { field: 'state', width: 115, cell: (row: Payment) => <State state={row.state} /> },
  {
    field: 'invoice',
    width: 115,
    cell: ({ invoice }: Payment) => <span className="figures">{invoice?.number ?? '–'}</span>,
  },
  { field: 'confirmedDate', width: 150 },
  { field: 'toBalance', width: 120, hidden: true },
  { field: 'transactionId', width: 150, hidden: true, cell: (row: Payment) => <TransactionLink {...row} /> },
] as const;

const problemName = (problem: PaymentProblem) => i18next.t(`list.payments.option.problem.${problem}`);

const columns = [...first, ...others] as const;

/** For operators, who decide: the problem and the state are in view before the table scrolls. */
const systemColumns = [
  ...first,
  { field: 'company', width: 150 },
  {
    field: 'problem',
    width: 190,
    cell: ({ problem }: Payment) => problem && <Mark colour="orange">{problemName(problem)}</Mark>,
  },
  ...others,
] as const;

const fields = ['created', 'reference', 'amount', 'toBalance', 'state', 'confirmedDate', 'company'] as const;

const details = {
  fields,
  below: (row: Payment) => <PaymentAttempts payment={row} isOperator={false} />,
} as const;

const systemDetails = {
  fields,
  below: (row: Payment) => <PaymentAttempts payment={row} isOperator />,
} as const;

export function CompanyPaymentsPage() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const [isToppingUp, setToppingUp] = useState(false);
  const mayPay = allows(actions, companyPayments.operations.add.may);
  return (
    <>
      <Grid
        resource={companyPayments}
        columns={columns}
        details={details}
        actions={(row) => [...(paymentActions[row.state].pay ? [payAction(row)] : []), ...pdfActions(row)]}
        tools={
          mayPay && (
            <Button
              leftSection={<IconCashBanknote size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setToppingUp(true)}
            >
              {t('list.payments.add')}
            </Button>
          )
        }
      />
      {isToppingUp && <TopUpDialog onClose={() => setToppingUp(false)} />}
    </>
  );
}

export function SystemPaymentsPage() {
  return (
    <Grid
      resource={systemPayments}
      columns={systemColumns}
      details={systemDetails}
      actions={(row) => [...decisions(row), ...pdfActions(row)]}
    />
  );
}

function State({ state }: { state: PaymentState }) {
  const { t } = useTranslation();
  return <Mark colour={colours[state]}>{t(`list.payments.option.state.${state}`)}</Mark>;
}

function payAction({ id }: Payment): RowAction {
  return { label: i18next.t('list.payments.pay'), icon: IconCreditCard, run: () => location.assign(payUrl(id)) };
}

function decisions(payment: Payment): RowAction[] {
  const { t } = i18next;
  const actions = {
    confirm: { label: t('list.payments.confirm'), icon: IconCheck, run: () => void confirmPayment(payment) },
    cancel: {
      ...{ label: t('list.payments.cancel'), icon: IconX, danger: true },
      run: () => void cancelPayment(payment),
    },
  };
  return decisionsOn(payment.state).map((decision) => actions[decision]);
}

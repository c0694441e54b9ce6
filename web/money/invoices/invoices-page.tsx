// The invoices of the company, and of all companies for the operator.
import { Alert, Button } from '@mantine/core';
import { IconCheck, IconCreditCard, IconReceiptRefund, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import type { Resource, RowOf } from '#contract/lib/resource.ts';
import { companyInvoices, type InvoiceState, systemInvoices } from '#contract/money/invoices.ts';
import { PrintButton } from '#web/devices/printing/print-button.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { attempt, showError } from '#web/lib/client/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { payUrl } from '#web/money/payment/pay-url.ts';
import { DueNotice } from './due-notice.tsx';
import classes from './invoices.module.css';
import { NextInvoiceCard } from './next-invoice.tsx';
import { pdfActions } from './pdf-actions.tsx';

type Invoice = RowOf<(typeof systemInvoices)['declared']>;

const colours: Record<InvoiceState, MarkColour> = {
  open: 'blue',
  overdue: 'red',
  paid: 'green',
  credited: 'inverse',
  creditNote: 'pink',
};

const columns = [
  { field: 'created', width: 150 },
  { field: 'number', width: 130, cell: (row: Invoice) => <span className="figures">{row.number}</span> },
  { field: 'grandTotal', width: 110 },
  { field: 'dueDate', width: 120 },
  { field: 'periodStart', width: 120 },
  { field: 'state', width: 120, cell: (row: Invoice) => <State state={row.state} /> },
  { field: 'open', width: 110, hidden: true },
  {
    field: 'reference',
    width: 170,
    hidden: true,
    cell: (row: Invoice) => <span className="figures">{row.reference}</span>,
  },
] as const;

const details = {
  fields: [
    'number',
    'created',
    'state',
    'net',
    'vat',
    'grandTotal',
    'open',
    'dueDate',
    'periodStart',
    'periodEnd',
    'reference',
    'company',
  ],
} as const;

export function CompanyInvoicesPage() {
  const { actions } = useCurrentUser();
  const mayPay = allows(actions, companyInvoices.operations.pay.may);
  return (
    <>
      <Grid
        resource={companyInvoices}
        notice={<DueNotice list={companyInvoices} />}
        columns={columns}
        details={{ ...details, below: (row) => mayPay && row.state !== 'creditNote' && <InvoiceFoot invoice={row} /> }}
        actions={(row) => [...(mayPay && isPayable(row) ? [payAction(companyInvoices, row)] : []), ...pdfActions(row)]}
      />
      {mayPay && <NextInvoiceCard />}
    </>
  );
}

/** At the end of an opened invoice. */
function InvoiceFoot({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const { label, icon: Icon, run } = payAction(companyInvoices, invoice);
  return (
    <FormFoot>
      <PrintButton
        label={t('list.invoices.printNotice')}
        send={(place) => call(companyInvoices.operations.printNotice, { id: invoice.id, ...place })}
      />
      {isPayable(invoice) && (
        <Button leftSection={<Icon size={16} stroke={1.75} />} onClick={run}>
          {label}
        </Button>
      )}
    </FormFoot>
  );
}

export function SystemInvoicesPage() {
  const { actions } = useCurrentUser();
  const mayDecide = allows(actions, systemInvoices.operations.credit.may);
  return (
    <>
      {mayDecide && <MissingDetails />}
      <Grid
        resource={systemInvoices}
        notice={<DueNotice list={systemInvoices} />}
        columns={[...columns.slice(0, 1), { field: 'company', width: 150 }, ...columns.slice(1)]}
        details={details}
        actions={(row) => [
          ...(mayDecide && isPayable(row) ? [payAction(systemInvoices, row), transferAction(row)] : []),
          ...pdfActions(row),
          ...(mayDecide ? correctionsOf(row) : []),
        ]}
      />
    </>
  );
}

/** Says why nothing is issued, and what buyers have not stated. */
function MissingDetails() {
  const { t } = useTranslation();
  const {
    missing = [],
    incompleteBuyers = 0,
    withoutTerms = [],
  } = useQuery(query(systemInvoices.operations.getMissing, {})).data ?? {};
  if (missing.length + incompleteBuyers + withoutTerms.length === 0) return null;
  const fields = missing.map((field) => t(`seller.${field}`)).join(', ');
  return (
    <div className={classes.missing}>
      {missing.length > 0 && (
        <Alert color="orange" variant="light">
          {t('list.invoices.missing', { fields })}{' '}
          <Link to={'/app/system/seller' as '/app/home'}>{t('list.invoices.toSeller')}</Link>
        </Alert>
      )}
      {withoutTerms.length > 0 && (
        <Alert color="orange" variant="light">
          {t('list.invoices.withoutTerms', { names: withoutTerms.join(', ') })}
        </Alert>
      )}
      {incompleteBuyers > 0 && (
        <Alert color="blue" variant="light">
          {t('list.invoices.buyersMissing', { count: incompleteBuyers })}{' '}
          <Link to={'/app/system/billing' as '/app/home'}>{t('list.invoices.toBuyers')}</Link>
        </Alert>
      )}
    </div>
  );
}

function State({ state }: { state: InvoiceState }) {
  const { t } = useTranslation();
  return <Mark colour={colours[state]}>{t(`list.invoices.option.state.${state}`)}</Mark>;
}

const isPayable = ({ state }: Invoice) => state === 'open' || state === 'overdue';

/** Operators pay none: the page of the payment is where they confirm or cancel it. */
function payAction(list: typeof companyInvoices | typeof systemInvoices, { id, number }: Invoice): RowAction {
  async function pay(): Promise<void> {
    try {
      const payment = await call(list.operations.pay, { id }, { handlesErrors: true });
      location.assign(payUrl(payment.id));
    } catch (error) {
      // The invoice may be settled since the list was loaded.
      showError(error, i18next.t('invoiceDocument.notPaid', { number }));
      await refreshList(list as unknown as Resource);
    }
  }
  return { label: i18next.t('list.invoices.pay'), icon: IconCreditCard, run: () => void pay() };
}

function transferAction(invoice: Invoice): RowAction {
  return { label: i18next.t('list.invoices.transfer'), icon: IconCheck, run: () => void confirmTransfer(invoice) };
}

async function confirmTransfer({ id, number, open, company }: Invoice): Promise<void> {
  const { t } = i18next;
  const isAgreed = await ask({
    title: t('list.invoices.transferTitle', { amount: formatEuro(open) }),
    text: t('list.payments.confirmInvoiceText', { number, company }),
    confirmLabel: t('list.invoices.transfer'),
  });
  if (!isAgreed) return;
  const isDone = await attempt(t('list.invoices.notTransferred', { number }), () =>
    call(systemInvoices.operations.confirmTransfer, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.invoices.transferDone', { number }));
  await refreshList(systemInvoices as unknown as Resource);
}

function correctionsOf(invoice: Invoice): RowAction[] {
  const { t } = i18next;
  const { state, replaced } = invoice;
  if (state === 'creditNote') return [];
  if (state !== 'credited') {
    return [
      {
        label: t('list.invoices.credit'),
        icon: IconReceiptRefund,
        danger: true,
        run: () => void creditInvoice(invoice),
      },
    ];
  }
  if (replaced) return [];
  return [{ label: t('list.invoices.again'), icon: IconRefresh, run: () => void issueAgain(invoice) }];
}

async function creditInvoice({ id, number, company }: Invoice): Promise<void> {
  const { t } = i18next;
  const isAgreed = await ask({
    title: t('list.invoices.creditTitle', { number }),
    text: t('list.invoices.creditText', { company }),
    confirmLabel: t('list.invoices.credit'),
    cancelLabel: t('list.invoices.keep'),
    danger: true,
  });
  if (!isAgreed) return;
  const isDone = await attempt(t('list.invoices.notDone', { number }), () =>
    call(systemInvoices.operations.credit, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.invoices.creditedDone', { number }));
  await refreshList(systemInvoices as unknown as Resource);
}

async function issueAgain({ id, number, company }: Invoice): Promise<void> {
  const { t } = i18next;
  const isAgreed = await ask({
    title: t('list.invoices.againTitle', { number }),
    text: t('list.invoices.againText', { company }),
    confirmLabel: t('list.invoices.again'),
  });
  if (!isAgreed) return;
  const isDone = await attempt(t('list.invoices.againNotDone', { number }), () =>
    call(systemInvoices.operations.issueAgain, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.invoices.againDone'));
  await refreshList(systemInvoices as unknown as Resource);
}

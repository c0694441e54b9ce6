// Pays a payment of the caller's company, outside the application: by card, wallet or bank transfer. An operator
// confirms or cancels it here.
import { Alert, Button, Group, Loader, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Checkout, companyPayments } from '#contract/money/payments.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { AskDialog } from '#web/lib/ui/dialog/ask-dialog.tsx';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { cancelPayment, confirmPayment } from './decide-payment.ts';
import { Online } from './online.tsx';
import classes from './payment-page.module.css';
import { Transfer } from './transfer.tsx';
import { useArrival } from './use-arrival.ts';

const { getCheckout } = companyPayments.operations;

export function PaymentPage() {
  const { Id: id = '', Back: back } = useSearch({ from: '/public/payment' });
  const read = useQuery({
    ...query(getCheckout, { id }),
    queryFn: ({ signal }) => call(getCheckout, { id }, { signal, handlesErrors: true }),
    // The operator's confirmation appears when the person comes back from their bank.
    refetchOnWindowFocus: true,
    retry: false,
  });
  if (read.data) return <Payment checkout={read.data} isBack={back === 1} />;
  if (read.error instanceof CallError && [404, 417].includes(read.error.status)) return <Unknown id={id} />;
  if (read.isError) {
    return (
      <div className={classes.wait}>
        <TryAgain onRetry={() => void read.refetch()} />
      </div>
    );
  }
  return <Loading />;
}

function Payment({ checkout, isBack }: { checkout: Checkout; isBack: boolean }) {
  const { t } = useTranslation();
  const { amount, company, invoice, state } = checkout;
  const arrival = useArrival(checkout, isBack);
  return (
    <Page
      layout="sheet"
      title={t('payment.title', { amount: formatEuro(amount) })}
      lead={invoice ? t('payment.invoiceLead', { number: invoice.number, company }) : t('payment.lead', { company })}
    >
      {checkout.decisions.length > 0 && <Decisions checkout={checkout} />}
      <div aria-live="polite">
        {state !== 'created' && <p className={classes.state}>{t(`payment.${state}`)}</p>}
        {arrival === 'checking' && (
          <p className={`${classes.state} ${classes.checking}`}>
            <Loader size={16} aria-hidden="true" />
            {t('payment.checking')}
          </p>
        )}
        {arrival === 'late' && <p className={classes.state}>{t('payment.notArrived')}</p>}
      </div>
      {state === 'created' && arrival !== 'checking' && <Ways checkout={checkout} />}
      <p>
        <Link to={listOf(checkout) as '/app/home'} className={classes.link}>
          {t('payment.back')}
        </Link>
      </p>
    </Page>
  );
}

/** Operators come from the list of all companies. */
function listOf({ decisions }: Checkout): string {
  return decisions.length > 0 ? '/app/system/payments' : '/app/company/payments';
}

function Decisions({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { decisions, company } = checkout;
  const decide = async (act: (payment: Checkout) => Promise<void>) => {
    await act(checkout);
    await client.invalidateQueries({ queryKey: [getCheckout.path] });
  };
  return (
    <section className={classes.card} aria-labelledby="payment-decisions">
      <h2 id="payment-decisions" className={classes.heading}>
        {t('payment.decide', { company })}
      </h2>
      <Group>
        {decisions.includes('confirm') && (
          <Button onClick={() => void decide(confirmPayment)}>{t('list.payments.confirm')}</Button>
        )}
        {decisions.includes('cancel') && (
          <Button variant="default" onClick={() => void decide(cancelPayment)}>
            {t('list.payments.cancel')}
          </Button>
        )}
      </Group>
      <AskDialog />
    </section>
  );
}

function Ways({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation();
  const { transferCode, providers, tooSmall, decisions } = checkout;
  return (
    <>
      {providers.length > 0 && decisions.length === 0 && <Online checkout={checkout} />}
      <section className={classes.card} aria-labelledby="payment-transfer">
        <h2 id="payment-transfer" className={classes.heading}>
          {t('payment.transfer')}
        </h2>
        {transferCode === null ? (
          <Alert color="orange" variant="light">
            {t('payment.noPayee')}
          </Alert>
        ) : (
          <Transfer checkout={checkout} code={transferCode} />
        )}
      </section>
      {providers.length === 0 && (
        <section className={classes.card} aria-labelledby="payment-online">
          <h2 id="payment-online" className={classes.heading}>
            {t('payment.online')}
          </h2>
          <p className={classes.hint}>{t(tooSmall ? 'payment.tooSmall' : 'payment.noProvider')}</p>
        </section>
      )}
    </>
  );
}

/** The same for an unknown payment, one of another company, and a visitor who is not signed in. */
function Unknown({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Page layout="note" title={t('payment.unknown')} lead={t('payment.unknownLead')}>
      <Link to="/user/login" search={{ to: `/Payment?Id=${id}` }} className={classes.link}>
        {t('payment.signIn')}
      </Link>
    </Page>
  );
}

function Loading() {
  const { t } = useTranslation();
  useTitle(t('payment.loading'));
  return (
    <div className={classes.wait} aria-busy="true">
      <p className="unseen">{t('payment.loading')}</p>
      <Skeleton height={420} radius={12} />
    </div>
  );
}

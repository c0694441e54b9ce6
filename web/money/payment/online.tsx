// Pays by card or wallet at the page of a provider.
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Checkout, companyPayments, type PaymentProviderName } from '#contract/money/payments.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './payment-page.module.css';

const providerNames: Record<PaymentProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' };

const namesOf = (providers: readonly PaymentProviderName[]) =>
  new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(providers.map((name) => providerNames[name]));

export function Online({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState<PaymentProviderName>();
  const [problem, setProblem] = useState('');
  const { id, amount, providers, tooSmall, attempt } = checkout;
  const pay = async (provider: PaymentProviderName) => {
    setLeaving(provider);
    setProblem('');
    try {
      const { url } = await call(companyPayments.operations.startAttempt, { id, provider }, { handlesErrors: true });
      location.assign(url);
    } catch (error) {
      setLeaving(undefined);
      if (!(error instanceof CallError)) throw error;
      if (!error.leadsAway) setProblem(error.message || t('payment.notStarted'));
    }
  };
  return (
    <section className={classes.card} aria-labelledby="payment-online">
      <h2 id="payment-online" className={classes.heading}>
        {t('payment.online')}
      </h2>
      {problem !== '' && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
      {problem === '' && attempt && attempt.failure !== '' && (
        <Alert color="orange" variant="light" role="status">
          {t('payment.declined')}
        </Alert>
      )}
      {tooSmall && <p className={classes.hint}>{t('payment.tooSmall')}</p>}
      <p className={classes.hint}>{t('payment.onlineLead', { providers: namesOf(providers) })}</p>
      <Group>
        {providers.map((name) => (
          <Button
            key={name}
            variant={name === providers[0] ? 'filled' : 'default'}
            loading={leaving === name}
            disabled={leaving !== undefined && leaving !== name}
            onClick={() => void pay(name)}
          >
            {t(`payment.by.${name}`, { amount: formatEuro(amount) })}
          </Button>
        ))}
      </Group>
      <p className="unseen" aria-live="polite">
        {leaving && t('payment.leaving')}
      </p>
    </section>
  );
}

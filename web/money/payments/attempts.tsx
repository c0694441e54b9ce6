// The tries to pay a payment by card or wallet, in its details.
import { ActionIcon, Alert, Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type AttemptState,
  companyPayments,
  type PaymentAttempt,
  type PaymentProblem,
  systemPayments,
} from '#contract/money/payments.ts';
import { query } from '#web/lib/client/client.ts';
import { instantOf, minuteOf, visitorZone } from '#web/lib/dates.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';
import { formatEuro } from '#web/lib/money.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import classes from './attempts.module.css';
import { TransactionLink } from './transaction-link.tsx';

const colours: Record<AttemptState, MarkColour> = {
  open: 'blue',
  pending: 'orange',
  paid: 'green',
  returned: 'inverse',
  failed: 'red',
  expired: 'inverse',
};

interface Props {
  payment: { id: string; provider: string | null; transactionId: string | null; problem: PaymentProblem | null };
  isOperator: boolean;
}

export function PaymentAttempts({ payment, isOperator }: Props) {
  const { t } = useTranslation();
  const { id, problem, transactionId } = payment;
  const { getAttempts } = (isOperator ? systemPayments : companyPayments).operations;
  const { data, isPending } = useQuery(query(getAttempts, { id }));
  return (
    <>
      {isOperator && problem && (
        <Alert color="orange" variant="light" mt="md" title={t(`list.payments.option.problem.${problem}`)}>
          {t(`list.payments.problemHint.${problem}`)}
        </Alert>
      )}
      {isPending && <Skeleton height={48} radius={8} />}
      {data?.length === 0 && transactionId && (
        <p className="figures">
          {fieldLabel(companyPayments, 'transactionId')}: <TransactionLink {...payment} />
        </p>
      )}
      {data && data.length > 0 && (
        <section className={classes.attempts}>
          <h3 className={classes.heading}>{t('list.payments.attempts.title')}</h3>
          <ul className={classes.list}>
            {data.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Attempt({ attempt }: { attempt: PaymentAttempt }) {
  const { t } = useTranslation();
  const { created, provider, state, captured, returned, failure, transactionId, transactionUrl } = attempt;
  const facts = [
    ...(captured > 0 ? [t('list.payments.attempts.captured', { amount: formatEuro(captured) })] : []),
    ...(returned > 0 ? [t('list.payments.attempts.returned', { amount: formatEuro(returned) })] : []),
    ...(failure ? [t('list.payments.attempts.failure', { code: failure })] : []),
  ];
  return (
    <li className={classes.attempt}>
      <span>
        {minuteOf(instantOf(created), visitorZone())}, {provider === 'stripe' ? 'Stripe' : 'PayPal'}
      </span>
      <Mark colour={colours[state]}>{t(`list.payments.attempts.state.${state}`)}</Mark>
      {facts.length > 0 && <span className={classes.facts}>{facts.join(', ')}</span>}
      {transactionId && (
        <span className={classes.transaction}>
          {transactionUrl ? (
            <a href={transactionUrl} target="_blank" rel="noreferrer">
              {transactionId}
            </a>
          ) : (
            transactionId
          )}
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t('list.payments.attempts.copyTransaction')}
            onClick={() => void copyText(transactionId, t('payment.copied'))}
          >
            <IconCopy size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

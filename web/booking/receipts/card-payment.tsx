// The payment of a visit on the card of a customer: a button to record one, or the receipts behind what was paid.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactVisit } from '#contract/booking/visit-rows.ts';
import { formatEuro } from '#web/lib/money.ts';
import { PayButton } from './pay-button.tsx';
import classes from './payment.module.css';

const VisitPayment = lazy(async () => ({ default: (await import('./visit-payment.tsx')).VisitPayment }));

interface Props {
  visit: Pick<ContactVisit, 'id' | 'status' | 'paid'>;
  name: string;
}

/** A card has many visits: the receipts of one are loaded when they are opened. */
export function CardPayment({ visit: { id, status, paid }, name }: Props) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  const listId = useId();
  if (paid === 0 && !isOpen) return <PayButton visitId={id} name={name} isSmall />;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        rightSection={
          <IconChevronDown
            className={classes.chevron}
            size={15}
            stroke={1.75}
            aria-hidden="true"
            data-open={isOpen || undefined}
          />
        }
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => open(!isOpen)}
      >
        {t('receipts.paid')}: {formatEuro(paid)}
      </Button>
      <div id={listId}>
        {isOpen && (
          <Suspense>
            <VisitPayment visitId={id} status={status} name={name} />
          </Suspense>
        )}
      </div>
    </>
  );
}

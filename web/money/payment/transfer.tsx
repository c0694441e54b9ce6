// A bank transfer: a code for banking applications, and the same details to type or copy.
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Checkout } from '#contract/money/payments.ts';
import { formatEuro } from '#web/lib/money.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { QrCode } from '#web/lib/ui/picture/qr-code.tsx';
import classes from './payment-page.module.css';

export function Transfer({ checkout, code }: { checkout: Checkout; code: string }) {
  const { t } = useTranslation();
  const { payee, amount, reference, invoice } = checkout;
  const facts = [
    { label: t('payment.payee'), value: payee.name, toCopy: payee.name },
    { label: t('payment.iban'), value: inFours(payee.iban), toCopy: payee.iban },
    { label: t('payment.bic'), value: payee.bic, toCopy: payee.bic },
    { label: t('payment.amount'), value: formatEuro(amount), toCopy: amount.toFixed(2) },
    { label: t('payment.reference'), value: inFours(reference), toCopy: reference },
    { label: t('payment.address'), value: payee.address },
    { label: t('payment.registration'), value: payee.registration },
    { label: t('payment.vatId'), value: payee.vatId },
  ].filter(({ value }) => value !== '');
  return (
    <>
      <p className={classes.hint}>{t('payment.transferLead')}</p>
      <div className={classes.transfer}>
        <div className={classes.code}>
          <QrCode text={code} label={t('payment.code')} />
        </div>
        <dl className={classes.facts}>
          {facts.map(({ label, value, toCopy }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd className="figures">{value}</dd>
              {toCopy !== undefined && (
                <dd className={classes.copy}>
                  <ActionIcon
                    variant="subtle"
                    size={40}
                    aria-label={t('payment.copy', { what: label })}
                    onClick={() => void copyText(toCopy, t('payment.copied'))}
                  >
                    <IconCopy size={18} stroke={1.75} />
                  </ActionIcon>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.hint}>{t(invoice ? 'payment.afterInvoice' : 'payment.after')}</p>
    </>
  );
}

/** As banks print accounts and references. */
function inFours(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

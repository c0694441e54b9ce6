// Whether the address of the company is verified, and the button that sends it a link.
import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { call } from '#web/lib/client/client.ts';
import { longDay, visitorZone } from '#web/lib/dates.ts';
import { UnverifiedNotice } from '#web/lib/ui/page/unverified-notice.tsx';
import { toastMailed, useMailWords } from '#web/messaging/mail/mail-states.ts';
import classes from './company-details.module.css';

/** `typed` is the address in the form, which may not be saved yet. */
export function AddressState({ details, typed }: { details: CompanyDetails; typed: string }) {
  const { t } = useTranslation();
  const { eMail, isEMailVerified, eMailVerifiedAt } = details;
  const send = useMutation({
    mutationFn: () => call(company.sendVerification, {}),
    onSuccess: () => toastMailed('account', t('company.linkSent', { eMail })),
  });
  const sentWords = useMailWords('account', t('company.linkSent', { eMail }));
  if (!eMail) return null;
  if (typed.trim() !== eMail) {
    return (
      <Text size="sm" c="dimmed" className={classes.addressState}>
        {t('company.saveFirst')}
      </Text>
    );
  }
  if (isEMailVerified && eMailVerifiedAt) {
    return (
      <Text size="sm" className={classes.addressState}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
        {t('company.eMailVerified', { date: longDay(eMailVerifiedAt, visitorZone()) })}
      </Text>
    );
  }
  return (
    <UnverifiedNotice
      className={classes.unverified}
      text={send.isSuccess ? sentWords : t('company.eMailUnverified')}
      button={send.isSuccess ? t('company.sendLinkAgain') : t('company.sendLink')}
      isSending={send.isPending}
      onSend={() => send.mutate()}
    />
  );
}

// Says that the account's address is not verified yet, and sends the link again.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { UnverifiedNotice } from '#web/lib/ui/page/unverified-notice.tsx';
import { toastMailed } from '#web/messaging/mail/mail-states.ts';

/** `text` says what has to wait. */
export function NotVerified({ text }: { text: string }) {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => call(user.sendVerification, {}),
    onSuccess: () => toastMailed('account', t('myAccount.linkSent')),
  });
  return (
    <UnverifiedNotice
      text={text}
      button={t('myAccount.sendLink')}
      isSending={send.isPending}
      onSend={() => send.mutate()}
    />
  );
}

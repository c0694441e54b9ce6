// Says that the account's address is not verified yet, and sends the link again.
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

/** `text` says what has to wait. */
export function NotVerified({ text }: { text: string }) {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => call(user.sendVerification, {}),
    onSuccess: () => toast('success', t('myAccount.linkSent')),
  });
  return (
    <Alert color="orange">
      {text}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        display="block"
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('myAccount.sendLink')}
      </Button>
    </Alert>
  );
}

// Verifies an e-mail address from an e-mail's link, for a person who is already signed in.
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { EntryCard } from '#web/identity/sign-in/entry-card.tsx';
import classes from '#web/identity/sign-in/login.module.css';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

export function VerifyAddress({ actionHash, onDone }: { actionHash: string; onDone: () => void }) {
  const { t } = useTranslation();
  const verify = useMutation({
    mutationFn: () => call(user.verify, { actionHash }, { handlesErrors: [403, 404, 417] }),
    onSuccess() {
      toast('success', t('entry.verified'));
      onDone();
    },
  });
  return (
    <EntryCard title={t('entry.verifyTitle')} lead={t('entry.verifyLead')}>
      <div className={classes.form}>
        <div role="alert">
          {verify.error && (
            <Alert color="red" variant="light">
              {verify.error.message}
            </Alert>
          )}
        </div>
        <Button size="md" fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('entry.verify')}
        </Button>
      </div>
    </EntryCard>
  );
}

// Offers to turn on push messages in this browser if the account has them enabled but this browser does not.
import { Button } from '@mantine/core';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import formClasses from '#web/lib/ui/form.module.css';
import { toast } from '#web/lib/ui/toasts.ts';
import { isSubscribed, pushProblem, subscribe } from '#web/messaging/push/push.ts';
import classes from './my-account.module.css';

export function PushHere() {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const isSwitching = useIsMutating({ mutationKey: ['isPushNotificationsEnabled'] }) > 0;
  const isOffered = user.isPushNotificationsEnabled && !isImpersonated && !isSwitching && !pushProblem();
  const subscription = useQuery({ queryKey: ['push here'], queryFn: isSubscribed, staleTime: 0, enabled: isOffered });
  const add = useMutation({
    mutationFn: subscribe,
    onSuccess: () => subscription.refetch(),
    onError: () => toast('danger', t('myAccount.pushNotChanged')),
  });
  if (!isOffered || subscription.data !== false) return null;
  return (
    <div className={classes.pushHere}>
      <p className={formClasses.hint}>{t('myAccount.pushNotHere')}</p>
      <Button variant="default" size="sm" loading={add.isPending} onClick={() => add.mutate()}>
        {t('myAccount.pushHere')}
      </Button>
    </div>
  );
}

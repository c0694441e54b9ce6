// A switch of the account. Saves on change and reverts on failure.
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account as calls } from '#contract/identity/account.ts';
import { type CurrentUserAnswer, user as userCalls } from '#contract/identity/sign-in.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { pushProblem, subscribe, subscribeFailure, unsubscribe } from '#web/messaging/push/push.ts';

type Flag = 'isProfilePublic' | 'isCalendarPublic' | 'isPushNotificationsEnabled';

const switches = {
  isProfilePublic: { call: calls.setProfilePublicState, name: 'profilePublic', failed: 'profileNotChanged' },
  isCalendarPublic: { call: calls.setCalendarPublicState, name: 'calendarPublic', failed: 'calendarNotChanged' },
  isPushNotificationsEnabled: { call: calls.setPushNotificationsState, name: 'push', failed: 'pushNotChanged' },
} as const;

const key = query(userCalls.getCurrent, {}).queryKey;

export function StateSwitch({ flag }: { flag: Flag }) {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const { call: operation, name, failed } = switches[flag];
  const isPush = flag === 'isPushNotificationsEnabled';
  const problem = isPush && !user[flag] ? pushProblem() : undefined;
  const disabledReason = isPush && isImpersonated ? t('error.inPerson') : problem && t(`myAccount.${problem}`);
  const cacheValue = (value: boolean) =>
    queryClient.setQueryData<CurrentUserAnswer>(key, (now) => now && { ...now, user: { ...now.user, [flag]: value } });
  const change = useMutation({
    mutationKey: [flag],
    onMutate: cacheValue,
    async mutationFn(isEnabled: boolean) {
      if (isPush && isEnabled) await subscribe(user.id);
      await call(operation, { isEnabled }, { handlesErrors: true });
      if (isPush && !isEnabled) await unsubscribe();
    },
    onError(error, value) {
      cacheValue(!value);
      showError(error, t(`myAccount.${isPush ? subscribeFailure(error) : failed}`));
    },
  });
  return (
    <Switch
      checked={user[flag]}
      disabled={disabledReason !== undefined}
      label={t(`myAccount.${name}`)}
      description={disabledReason ?? t(`myAccount.${name}Hint`)}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}

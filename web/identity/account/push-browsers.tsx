// Where the notifications of the account appear: this browser, with what keeps it from showing them, and the others.
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { push } from '#contract/identity/account.ts';
import type { Output } from '#contract/lib/service.ts';
import listClasses from '#web/identity/second-factor/security.module.css';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import {
  ownMark,
  pushProblem,
  subscribe,
  subscribeFailure,
  subscriptionsQuery,
  unsubscribe,
} from '#web/messaging/push/push.ts';
import classes from './my-account.module.css';

type Subscription = Output<typeof push.getSubscriptions>[number];

const markKey = ['push mark'];
const refetch = async () => {
  await queryClient.invalidateQueries({ queryKey: markKey });
  await queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
};

export function PushBrowsers() {
  const { user } = useCurrentUser();
  const isSwitching = useIsMutating({ mutationKey: ['isPushNotificationsEnabled'] }) > 0;
  const isOn = user.isPushNotificationsEnabled && !isSwitching;
  const problem = pushProblem();
  const mark = useQuery({ queryKey: markKey, queryFn: ownMark, staleTime: 0, enabled: isOn && !problem });
  const read = useQuery({ ...subscriptionsQuery, staleTime: 0, enabled: isOn });
  if (!isOn) return null;
  if (read.isPending) return <Skeleton height={72} mt="sm" />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const isHere = read.data.some((one) => one.mark === mark.data);
  return (
    <div className={classes.push}>
      {problem && <Problem problem={problem} />}
      {!problem && mark.data !== undefined && !isHere && <AddHere />}
      {read.data.length > 0 && <Browsers list={read.data} here={mark.data ?? null} />}
    </div>
  );
}

/** The account has notifications on, and this browser cannot show them. */
function Problem({ problem }: { problem: NonNullable<ReturnType<typeof pushProblem>> }) {
  const { t } = useTranslation();
  return (
    <Alert variant="light" color="orange" role="note" icon={<IconBellOff size={20} stroke={1.75} aria-hidden="true" />}>
      {t(`myAccount.${problem}`)}
    </Alert>
  );
}

function AddHere() {
  const { t } = useTranslation();
  const { user, isImpersonated } = useCurrentUser();
  const add = useMutation({
    mutationFn: () => subscribe(user.id),
    onSuccess: refetch,
    onError: (error) => toast('danger', t(`myAccount.${subscribeFailure(error)}`)),
  });
  return (
    <div className={classes.pushHere}>
      <p className={formClasses.hint}>{t('myAccount.pushNotHere')}</p>
      {!isImpersonated && (
        <Button variant="default" size="sm" loading={add.isPending} onClick={() => add.mutate()}>
          {t('myAccount.pushHere')}
        </Button>
      )}
    </div>
  );
}

function Browsers({ list, here }: { list: readonly Subscription[]; here: string | null }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('myAccount.pushBrowsers')}>
      <h3 className={classes.pushTitle}>{t('myAccount.pushBrowsers')}</h3>
      <ul className={listClasses.list}>
        {list.map((one) => (
          <BrowserRow key={one.id} one={one} isHere={one.mark === here} />
        ))}
      </ul>
    </section>
  );
}

function BrowserRow({ one, isHere }: { one: Subscription; isHere: boolean }) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const remove = useMutation({
    async mutationFn() {
      await call(push.removeSubscription, { id: one.id }, { handlesErrors: [404] });
      if (isHere) await unsubscribe();
    },
    onSuccess: () => toast('success', t('myAccount.pushRemoved')),
    onSettled: refetch,
  });
  const name = nameOf(one, t);
  return (
    <li className={listClasses.item}>
      <div className={listClasses.itemText}>
        {name}
        {isHere && <span className={listClasses.mark}>{t('security.here')}</span>}
        <small>{t('myAccount.pushSince', { when: dayAndTime(one.created, visitorZone()) })}</small>
      </div>
      {!isImpersonated && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={t('myAccount.pushRemoveLabel', { browser: name })}
          onClick={() => remove.mutate()}
        >
          {t('myAccount.pushRemove')}
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, system }: Subscription, t: TFunction): string {
  const browserName = browser || t('security.unknownBrowser');
  return system ? t('security.browserOn', { browser: browserName, system }) : browserName;
}

// The lock screen: asks for the password or a passkey and returns to the previous page. Blocks all other navigation.
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import classes from '#web/identity/entry/entry.module.css';
import { applySignedInUser } from '#web/lib/client/apply-signed-in-user.ts';
import { CallError, query } from '#web/lib/client/client.ts';
import { isLocked, onLockElsewhere, setLocked } from '#web/lib/client/session-state.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { UnlockForm } from './unlock-form.tsx';
import '#web/identity/entry/entry-styles.ts';

export function LockPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { to } = useSearch({ strict: false });
  useTitle(t('lock.title'));
  // While locked, block links and the browser's back and forward buttons.
  useBlocker({ shouldBlockFn: isLocked, enableBeforeUnload: false });
  const proceed = () => router.history.replace(to ?? '/app/home');

  const lock = useQuery({ ...query(sessions.getLock, {}), staleTime: 0 });
  const isNeeded = lock.data && (lock.data.isLocked || isLocked());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer that nothing is locked leads away.
  useEffect(() => {
    if (isNeeded) setLocked(true);
    else if (lock.data) proceed();
    return onLockElsewhere((locked) => void (locked || proceed()));
  }, [isNeeded, lock.data]);

  const handleUnlocked = (answer: CurrentUserAnswer) => {
    applySignedInUser(answer);
    proceed();
  };
  return (
    <main id="content" className={classes.alone}>
      <section className={classes.card} aria-labelledby="lock-title">
        <h1 id="lock-title" className={classes.title}>
          {t('lock.title')}
        </h1>
        {lock.isError && !isGone(lock.error) && <TryAgain onRetry={() => void lock.refetch()} />}
        {isNeeded && lock.data && <UnlockForm lock={lock.data} onUnlocked={handleUnlocked} />}
      </section>
    </main>
  );
}

/** True if the session has ended, which leads to the sign-in page. */
const isGone = (error: Error) => error instanceof CallError && error.status === 410;

// The dialog over a page with unsaved input whose session is locked: it hides the page until the person unlocks it.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sessions } from '#contract/identity/sessions.ts';
import { useGoOn } from '#web/identity/sign-in/use-go-on.ts';
import { query } from '#web/lib/client/client.ts';
import { onLockElsewhere } from '#web/lib/client/session-state.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { UnlockForm } from './unlock-form.tsx';
import '#web/identity/entry/entry-styles.ts';

export function UnlockDialog({ onSettled }: { onSettled: (isUnlocked: boolean) => void }) {
  const { t } = useTranslation();
  const goOn = useGoOn(onSettled);
  const lock = useQuery({ ...query(sessions.getLock, {}), staleTime: 0 });
  useEffect(() => onLockElsewhere((isLocked) => void (isLocked || onSettled(true))), [onSettled]);
  return (
    <Dialog
      onClose={() => {}}
      title={t('lock.title')}
      size="sm"
      zIndex={450}
      centered
      withCloseButton={false}
      // Nothing of the page stays readable.
      overlayProps={{ color: 'var(--daybook-paper)', backgroundOpacity: 1 }}
    >
      {lock.isPending && <Skeleton height={160} />}
      {lock.isError && <TryAgain onRetry={() => void lock.refetch()} />}
      {lock.data && <UnlockForm lock={lock.data} onUnlocked={goOn} />}
    </Dialog>
  );
}

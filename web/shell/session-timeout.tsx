// After a period of inactivity, asks for ten seconds whether the person is still there, then locks the screen.
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { useLock, useLockScreen } from '#web/identity/sessions/lock.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { idleTime, isLocked, onLockElsewhere, recordActivity } from '#web/lib/client/session-state.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

/** Seconds (specification, "Session timeout"). */
const countdown = 10;

/** Monitors the signed-in area. Rendered once, in its frame. */
export function SessionTimeout() {
  const minutes = useCurrentUser().user.sessionActiveMinutes;
  const lock = useLock();
  const showLockScreen = useLockScreen();
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    let locking = false;
    const check = () => {
      const overdueSeconds = idleTime() / 1000 - minutes * 60;
      if (overdueSeconds < 0) locking = false;
      // Also locks after the device was asleep during the countdown.
      if (overdueSeconds >= countdown && !locking) {
        locking = true;
        void lock();
      }
      setLeft(overdueSeconds < 0 || isLocked() ? undefined : Math.max(0, Math.ceil(countdown - overdueSeconds)));
    };
    const timer = setInterval(check, 500);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [minutes, lock]);
  useEffect(() => onLockElsewhere((locked) => void (locked && showLockScreen())), [showLockScreen]);

  const stay = () => {
    recordActivity();
    setLeft(undefined);
    // Report the activity to the server.
    void call(user.getCurrent, {}).catch(() => undefined);
  };
  return left === undefined ? null : <Countdown left={left} onStay={stay} onLock={() => void lock()} />;
}

function Countdown({ left, onStay, onLock }: { left: number; onStay: () => void; onLock: () => void }) {
  const { t } = useTranslation();
  const time = new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: 'second', unitDisplay: 'long' });
  return (
    <Dialog onClose={onStay} title={t('timeout.title')} size="sm" zIndex={500} centered withCloseButton={false}>
      <Text mb="lg" role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('timeout.text', { time: time.format(left) })}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLock}>
          {t('timeout.lockNow')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('timeout.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}

// The second factor: codes from an authenticator app, and recovery codes for when it is not at hand.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { NotVerified } from './not-verified.tsx';
import classes from './security.module.css';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

export const secondFactorQuery = query(secondFactor.getSecondFactor, {});
export const refetchSecondFactor = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

/** While the address is not verified, nothing can be added to the sign-in methods. */
export function VerifyFirst() {
  const { t } = useTranslation();
  const read = useQuery(secondFactorQuery);
  return read.data?.isEMailVerified === false && <NotVerified text={t('security.verifyFirst')} />;
}

export function SecondFactorSection() {
  const { t } = useTranslation();
  const read = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<'setUp' | 'codes' | 'off'>();
  const close = () => {
    setOpen(undefined);
    void refetchSecondFactor();
  };
  const { isOn = false, recoveryCodesLeft = 0, hasPassword = true, isEMailVerified } = read.data ?? {};
  return (
    <Section id="second-factor" title={t('security.secondFactor')}>
      <div className={classes.stack}>
        {read.isPending && <Skeleton height={64} />}
        {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
        {read.data && (
          <>
            <p className={classes.hint}>
              {isOn ? t('security.secondFactorOn', { count: recoveryCodesLeft }) : t('security.secondFactorOff')}
            </p>
            <div className={classes.foot}>
              {!isOn && (
                <Button disabled={!isEMailVerified} onClick={() => setOpen('setUp')}>
                  {t('security.turnOn')}
                </Button>
              )}
              {isOn && (
                <>
                  <Button variant="default" onClick={() => setOpen('codes')}>
                    {t('security.newCodes')}
                  </Button>
                  <Button variant="default" onClick={() => setOpen('off')}>
                    {t('security.turnOff')}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
        {open === 'setUp' && <SetUpSecondFactor hasPassword={hasPassword} onClose={close} />}
        {(open === 'codes' || open === 'off') && <CodeDialog purpose={open} onClose={close} />}
      </div>
    </Section>
  );
}

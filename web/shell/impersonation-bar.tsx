// Shown during impersonation: the impersonated person, and a button to stop.
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { displayName, useCurrentUser } from '#web/lib/client/current-user.ts';
import { clearStoredMenu } from '#web/lib/client/menu.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './impersonation-bar.module.css';

export function ImpersonationBar() {
  const { t } = useTranslation();
  const { user: person, isImpersonated, companyName } = useCurrentUser();
  const name = displayName(person);
  const stop = useMutation({
    mutationFn: () => call(user.stopImpersonating, {}),
    onSuccess() {
      clearStoredMenu();
      location.assign('/app/home');
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: warns once for each impersonated person.
  useEffect(() => {
    if (isImpersonated) toast('warning', t('app.actingAsWarning', { name }));
  }, [isImpersonated, person.id]);
  if (!isImpersonated) return null;
  return (
    <section className={classes.bar} data-bottom-bar aria-label={t('app.actingAs', { name })}>
      <IconUserShield size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.text}>{t('app.actingAsLong', { name, company: companyName })}</span>
      <Button size="compact-sm" color="var(--daybook-on-notice)" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('app.stopActing')}
      </Button>
    </section>
  );
}

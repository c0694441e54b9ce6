// Visibility of profile and calendar, with a link to the public profile.
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnAccount } from '#contract/identity/account.ts';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import rowClasses from '#web/lib/ui/rows.module.css';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import classes from './my-account.module.css';
import { StateSwitch } from './state-switch.tsx';

export function VisibilitySection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  return (
    <Section id="visibility" title={t('myAccount.visibility')}>
      {!account.isEMailVerified && <NotVerified />}
      <div className={rowClasses.rows}>
        <StateSwitch flag="isProfilePublic" />
        <StateSwitch flag="isCalendarPublic" />
      </div>
      <div className={classes.links}>
        {account.locations.map((place) => (
          <Link
            key={place.id}
            to="/$locationUrlName/$userUrlName"
            params={{ locationUrlName: place.urlName, userUrlName: account.urlName }}
            className={classes.link}
          >
            {account.locations.length > 1
              ? t('myAccount.viewProfileAt', { location: place.name })
              : t('myAccount.viewProfile')}
          </Link>
        ))}
      </div>
    </Section>
  );
}

/** The profile cannot be made public before the address is verified. */
function NotVerified() {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => call(userCalls.sendVerification, {}),
    onSuccess: () => toast('success', t('myAccount.linkSent')),
  });
  return (
    <Alert color="orange" mb="md">
      {t('myAccount.notVerified')}
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

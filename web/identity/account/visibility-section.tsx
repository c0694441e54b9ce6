// Visibility of profile and calendar, with a link to the public profile.
import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnAccount } from '#contract/identity/account.ts';
import { NotVerified } from '#web/identity/second-factor/not-verified.tsx';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './my-account.module.css';
import { StateSwitch } from './state-switch.tsx';

export function VisibilitySection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  return (
    <Section id="visibility" title={t('myAccount.visibility')}>
      {!account.isEMailVerified && (
        <Box mb="md">
          <NotVerified text={t('myAccount.notVerified')} />
        </Box>
      )}
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

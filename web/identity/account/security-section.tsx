// Sign-in and security. Hidden during impersonation.
import { useTranslation } from 'react-i18next';
import { PasswordSection } from '#web/identity/passwords/password-section.tsx';
import { PasskeysSection } from '#web/identity/second-factor/passkeys-section.tsx';
import { SecondFactorSection, VerifyFirst } from '#web/identity/second-factor/second-factor-section.tsx';
import classes from '#web/identity/second-factor/security.module.css';
import { SessionsSection } from '#web/identity/sessions/sessions-section.tsx';
import { SitesSection } from '#web/identity/social/sites-section.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';

export function SecuritySection() {
  const { isImpersonated } = useCurrentUser();
  const { t } = useTranslation();
  if (isImpersonated) return <p>{t('security.notYours')}</p>;
  return (
    <div className={classes.parts}>
      <VerifyFirst />
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SitesSection />
      <SessionsSection />
    </div>
  );
}

// Sign-in and security, a part of the own account; whoever acts as somebody else does not see it.
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import classes from './security.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { SitesSection } from './sites-section.tsx';

export function SecuritySection() {
  const { isImpersonated } = useCurrentUser();
  const { t } = useTranslation();
  if (isImpersonated) return <p>{t('security.notYours')}</p>;
  return (
    <div className={classes.parts}>
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SitesSection />
      <SessionsSection />
    </div>
  );
}

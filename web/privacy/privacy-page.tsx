// What is kept about oneself, on a page of its own.
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/lib/use-title.ts';
import classes from './privacy-section.module.css';
import { PrivacySection } from './privacy-section.tsx';

export function PrivacyPage() {
  const { t } = useTranslation();
  useTitle(t('privacy.title'));
  return (
    <div className={classes.page}>
      <PrivacySection />
    </div>
  );
}

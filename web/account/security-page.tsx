// Sign-in and security on a page of its own: where one is signed in, and by what.
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/lib/use-title.ts';
import classes from './security.module.css';
import { SecuritySection } from './security-section.tsx';

export function SecurityPage() {
  const { t } = useTranslation();
  useTitle(t('security.title'));
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('security.title')}</h1>
      <SecuritySection />
    </div>
  );
}

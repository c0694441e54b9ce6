// The notice that creating an account means agreeing to terms and privacy policy, with links to both.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '#web/identity/entry/entry.module.css';

export function TermsNotice() {
  const { t } = useTranslation();
  return (
    <p className={classes.small}>
      {t('entry.agree')} <Link to="/terms">{t('shell.terms')}</Link> · <Link to="/privacy">{t('shell.privacy')}</Link>
    </p>
  );
}

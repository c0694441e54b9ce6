// The header of public pages: logo, navigation, language, colour scheme, sign-in.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '#web/lib/client/use-signed-in.ts';
import { Wordmark } from '#web/lib/ui/page/wordmark.tsx';
import { LanguageChooser } from './language-chooser.tsx';
import classes from './public-shell.module.css';
import { SchemeToggle } from './scheme-toggle.tsx';

export function PublicHeader() {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  return (
    <header className={classes.header}>
      <Wordmark />
      <nav className={classes.links} aria-label={t('shell.main')}>
        <Link to="/" hash="plans" className={classes.link} data-wide>
          {t('shell.plans')}
        </Link>
      </nav>
      <div className={classes.tools}>
        <LanguageChooser brief />
        <SchemeToggle />
        {signedIn ? (
          <Link to="/app/user/calendars" className={classes.enter}>
            {t('shell.myCalendar')}
          </Link>
        ) : (
          <Link to="/user/login" className={classes.enter}>
            {t('shell.signIn')}
          </Link>
        )}
      </div>
    </header>
  );
}

// The header of public pages: the wordmark, where to go, language, scheme, the way in.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/user.ts';
import { query } from '#web/lib/client.ts';
import { LanguageChooser } from './language-chooser.tsx';
import classes from './public-shell.module.css';
import { SchemeToggle } from './scheme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

export function PublicHeader() {
  const { t } = useTranslation();
  const signedIn = useQuery({ ...query(user.isAuthenticated, {}), staleTime: 60_000 }).data?.value ?? false;
  return (
    <header className={classes.header}>
      <Wordmark />
      <nav className={classes.links} aria-label={t('shell.main')}>
        <Link to="/" hash="plans" className={classes.link} data-wide>
          {t('shell.plans')}
        </Link>
      </nav>
      <div className={classes.tools}>
        <LanguageChooser />
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

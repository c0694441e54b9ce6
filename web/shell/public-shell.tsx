// The frame of public pages: header, cookie bar, page, footer.
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CookieBar } from '#web/identity/privacy/cookie-bar.tsx';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';
import classes from './public-shell.module.css';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

export function PublicShell() {
  const { t } = useTranslation();
  useFocusOnNewPage();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <PublicHeader />
      <CookieBar />
      <main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}

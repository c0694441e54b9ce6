// Says which cookies there are; once acknowledged it stays away for 365 days (specification, "Cookie bar expiry").
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepCookie, readCookie } from '#web/lib/cookies.ts';
import classes from './cookie-bar.module.css';

const name = 'daybook-cookies';

export function CookieBar() {
  const { t } = useTranslation();
  const [shown, show] = useState(() => readCookie(name) === undefined);
  if (!shown) return null;
  return (
    <section className={classes.bar} data-cookie-bar aria-label={t('shell.cookies')}>
      <p className={classes.words}>
        {t('shell.cookieBar')} <Link to="/cookies">{t('shell.cookieMore')}</Link>
      </p>
      <Button
        size="sm"
        onClick={() => {
          keepCookie(name, '1', 365);
          show(false);
        }}
      >
        {t('shell.cookieAccept')}
      </Button>
    </section>
  );
}

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
    <NoticeBar
      title={t('shell.cookies')}
      words={t('shell.cookieBar')}
      to="/cookies"
      more={t('shell.cookieMore')}
      yes={t('shell.cookieAccept')}
      onYes={() => {
        keepCookie(name, '1', 365);
        show(false);
      }}
    />
  );
}

interface Notice {
  title: string;
  words: string;
  /** Where more of it stands. */
  to: '/cookies' | '/privacy';
  more: string;
  yes: string;
  busy?: boolean;
  /** Above the bar that the application has at the foot of a phone. */
  raised?: boolean;
  onYes: () => void;
}

/** A bar at the foot of the window with one thing to agree to. */
export function NoticeBar({ title, words, to, more, yes, busy = false, raised, onYes }: Notice) {
  return (
    <section className={classes.bar} data-cookie-bar data-raised={raised || undefined} aria-label={title}>
      <p className={classes.words}>
        {words} <Link to={to}>{more}</Link>
      </p>
      <Button size="sm" loading={busy} onClick={onYes}>
        {yes}
      </Button>
    </section>
  );
}

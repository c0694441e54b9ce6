// Says which cookies there are; once acknowledged it stays away for 365 days (specification, "Cookie bar expiry").
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import { isNewer } from '#web/identity/privacy/newer-text.ts';
import { call } from '#web/lib/client/client.ts';
import { readCookie } from '#web/lib/client/cookies.ts';
import { cookieTexts } from '#web/lib/client/inlined.ts';
import { currentLanguage } from '#web/lib/locale.ts';
import classes from './cookie-bar.module.css';

/** Version, language and time of what was read; the server writes it. */
const name = 'daybook-cookies';

export function CookieBar() {
  const { t } = useTranslation();
  const [shown, show] = useState(isAsked);
  const [version, setVersion] = useState(() => cookieTexts[currentLanguage()] ?? cookieTexts.en);
  const accept = useMutation({
    mutationFn: () => call(application.setCookiesAgreed, { version }, { tellsItself: [409] }),
    onSuccess: () => show(false),
    async onError(error) {
      if (isNewer(error)) setVersion((await call(application.cookiesPolicy, {})).version);
    },
  });
  if (!shown) return null;
  return (
    <NoticeBar
      title={t('shell.cookies')}
      words={t('shell.cookieBar')}
      to="/cookies"
      more={t('shell.cookieMore')}
      yes={t('shell.cookieAccept')}
      busy={accept.isPending}
      onYes={() => accept.mutate()}
    />
  );
}

/** Nothing was read in this browser, or not the newest in the language in which it was read. */
function isAsked(): boolean {
  const [, version, language = ''] = /^(\d+)\.([\w-]+)\./.exec(readCookie(name) ?? '') ?? [];
  return version === undefined || Number(version) < (cookieTexts[language] ?? 0);
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

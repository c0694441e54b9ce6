// The cookie notice. Once acknowledged, it stays hidden for 365 days (specification, "Cookie bar expiry").
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import { reportNewerText } from '#web/identity/privacy/newer-text.ts';
import { call } from '#web/lib/client/client.ts';
import { readCookie } from '#web/lib/client/cookies.ts';
import { cookieTexts } from '#web/lib/client/inlined.ts';
import { currentLanguage } from '#web/lib/locale.ts';
import classes from './cookie-bar.module.css';

/** Version, language and time of the acknowledged text. Written by the server. */
const cookieName = 'daybook-cookies';

export function CookieBar() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(shouldAsk);
  const [version, setVersion] = useState(() => cookieTexts[currentLanguage()] ?? cookieTexts.en);
  const accept = useMutation({
    mutationFn: () => call(application.setCookiesAgreed, { version }, { handlesErrors: [409] }),
    onSuccess: () => setShown(false),
    async onError(error) {
      if (reportNewerText(error)) setVersion((await call(application.cookiesPolicy, {})).version);
    },
  });
  // Answered in another tab meanwhile.
  useEffect(() => {
    if (!shown) return;
    const check = () => setShown(shouldAsk());
    addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <NoticeBar
      title={t('shell.cookies')}
      text={t('shell.cookieBar')}
      to="/cookies"
      linkLabel={t('shell.cookieMore')}
      confirmLabel={t('shell.cookieAccept')}
      busy={accept.isPending}
      onConfirm={() => accept.mutate()}
    />
  );
}

/** True if this browser has not acknowledged the notice, or not its latest version in the language read. */
function shouldAsk(): boolean {
  const [, version, language = ''] = /^(\d+)\.([\w-]+)\./.exec(readCookie(cookieName) ?? '') ?? [];
  return version === undefined || Number(version) < (cookieTexts[language] ?? 0);
}

interface NoticeProps {
  title: string;
  text: string;
  /** The page with the full text. */
  to: '/cookies' | '/privacy';
  linkLabel: string;
  confirmLabel: string;
  busy?: boolean;
  onConfirm: () => void;
}

/** A bar with one button. It takes its own place in the page and covers nothing. */
export function NoticeBar({ title, text, to, linkLabel, confirmLabel, busy = false, onConfirm }: NoticeProps) {
  return (
    <section className={classes.bar} aria-label={title}>
      <p className={classes.text}>
        {text} <Link to={to}>{linkLabel}</Link>
      </p>
      <Button size="sm" loading={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </section>
  );
}

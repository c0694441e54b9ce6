// A page with one message and one link.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '#web/lib/client/use-signed-in.ts';
import classes from './site.module.css';
import { useTitle } from './use-title.ts';

/** `textKey` names a title and a text in the language files. */
export function StaticPage({ textKey }: { textKey: 'static.notFound' | 'static.forbidden' }) {
  const { t } = useTranslation();
  useTitle(t(`${textKey}.title`));
  const signedIn = useSignedIn();
  return (
    <div className={classes.note}>
      <h1 className={classes.title}>{t(`${textKey}.title`)}</h1>
      <p className={classes.lead}>{t(`${textKey}.text`)}</p>
      <Link to={signedIn ? '/app/home' : '/'} className={classes.button}>
        {t(signedIn ? 'static.ownHome' : 'static.home')}
      </Link>
    </div>
  );
}

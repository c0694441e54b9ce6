// A page with one message and a link to continue.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '#web/lib/client/use-signed-in.ts';
import { Page } from './page.tsx';

/** `textKey` names a title and a text in the language files. */
export function StaticPage({ textKey }: { textKey: 'static.notFound' | 'static.forbidden' }) {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  return (
    <Page layout="note" title={t(`${textKey}.title`)} lead={t(`${textKey}.text`)}>
      <Button renderRoot={(props) => <Link to={signedIn ? '/app/home' : '/'} {...props} />}>
        {t(signedIn ? 'static.ownHome' : 'static.home')}
      </Button>
    </Page>
  );
}

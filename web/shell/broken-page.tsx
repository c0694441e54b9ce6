// Shown when a page throws an error: the message and two ways to continue.
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '#web/lib/ui/page/page.tsx';

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  // After a server update, the files of the old build are gone. A reload loads the new build.
  const isOutdated = /dynamically imported module|module script|preload/i.test(String(error));
  return (
    <Page
      layout="note"
      role="alert"
      title={t('static.broken.title')}
      lead={t(isOutdated ? 'static.broken.outdated' : 'static.broken.text')}
    >
      <Button onClick={() => (isOutdated ? location.reload() : reset())}>
        {t(isOutdated ? 'static.broken.reload' : 'static.tryAgain')}
      </Button>{' '}
      <Button variant="default" component="a" href="/">
        {t('static.home')}
      </Button>
    </Page>
  );
}

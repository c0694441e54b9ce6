// What is shown when a page fails: what happened, and the two ways on.
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '#web/lib/ui/site.module.css';

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  // After an update of the server, files of the old build are gone; a reload brings the new one.
  const isOutdated = /dynamically imported module|module script|preload/i.test(String(error));
  return (
    <div className={classes.note} role="alert">
      <h1 className={classes.title}>{t('static.broken.title')}</h1>
      <p className={classes.lead}>{t(isOutdated ? 'static.broken.outdated' : 'static.broken.text')}</p>
      <Button onClick={() => (isOutdated ? location.reload() : reset())}>
        {t(isOutdated ? 'static.broken.reload' : 'static.tryAgain')}
      </Button>{' '}
      <Button variant="default" component="a" href="/">
        {t('static.home')}
      </Button>
    </div>
  );
}

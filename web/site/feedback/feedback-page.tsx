// The feedback page. Links on public pages open the form as a dialog.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/lib/ui/site.module.css';
import { useTitle } from '#web/lib/ui/use-title.ts';
import { FeedbackForm } from './feedback-form.tsx';

export function FeedbackPage() {
  const { t } = useTranslation();
  useTitle(t('feedback.title'));
  const [sent, setSent] = useState(false);
  return (
    <div className={classes.sheet}>
      <h1 className={classes.title}>{t('feedback.title')}</h1>
      <p className={classes.lead}>{t(sent ? 'feedback.thanks' : 'feedback.lead')}</p>
      {sent ? (
        <Button variant="default" onClick={() => setSent(false)}>
          {t('feedback.another')}
        </Button>
      ) : (
        <FeedbackForm onSent={() => setSent(true)} />
      )}
    </div>
  );
}

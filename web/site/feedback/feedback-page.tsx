// The feedback page. Links on public pages open the form as a dialog.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#web/lib/ui/page/page.tsx';
import { FeedbackForm } from './feedback-form.tsx';

export function FeedbackPage() {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  return (
    <Page layout="sheet" title={t('feedback.title')} lead={t(sent ? 'feedback.thanks' : 'feedback.lead')}>
      {sent ? (
        <Button variant="default" onClick={() => setSent(false)}>
          {t('feedback.another')}
        </Button>
      ) : (
        <FeedbackForm onSent={() => setSent(true)} />
      )}
    </Page>
  );
}

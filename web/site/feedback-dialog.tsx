// What a visitor tells us, over the page he is on (specification, section 2: a large modal).
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/lib/plain-header.ts';
import { useFocusBack } from '#web/lib/use-focus-back.ts';
import { FeedbackForm } from './feedback-form.tsx';
import classes from './site.module.css';

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('feedback.title')}
      closeButtonProps={{ 'aria-label': t('feedback.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <p className={classes.lead}>{t('feedback.lead')}</p>
      <FeedbackForm onSent={onClose} />
    </Modal>
  );
}

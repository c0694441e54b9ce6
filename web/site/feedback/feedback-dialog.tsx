// A visitor's feedback in a dialog over the current page (specification, section 2: a large modal).
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { useReturnFocus } from '#web/lib/ui/dialog/use-return-focus.ts';
import classes from './feedback.module.css';
import { FeedbackForm } from './feedback-form.tsx';

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
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

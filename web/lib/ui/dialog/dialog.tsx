// The base of all dialogs: opens without a transition, with a plain header and a labelled close button.
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from './plain-header.ts';
import { useDialogLayer } from './use-dialog-layer.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Open by default. */
export function Dialog({
  opened = true,
  onClose,
  ...props
}: Omit<ModalProps, 'opened' | 'closeOnEscape'> & { opened?: boolean }) {
  const { t } = useTranslation();
  useDialogLayer(onClose, opened);
  useReturnFocus();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
      {...props}
    />
  );
}

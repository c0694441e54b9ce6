// The base of all dialogs: opens without a transition, with a plain header and a labelled close button.
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from './plain-header.ts';
import { useIsTopDialog } from './use-is-top-dialog.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Open by default. */
export function Dialog({
  opened = true,
  closeOnEscape = true,
  ...props
}: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  const { t } = useTranslation();
  const isTop = useIsTopDialog(opened);
  useReturnFocus();
  return (
    <Modal
      opened={opened}
      closeOnEscape={closeOnEscape && isTop}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
      {...props}
    />
  );
}

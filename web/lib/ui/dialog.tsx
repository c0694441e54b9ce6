// A dialog as all of them are: there at once, with a plain head and a way out that has a name.
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from './plain-header.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Open unless told otherwise. */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal
      opened={opened}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
      {...props}
    />
  );
}

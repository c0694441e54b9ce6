// A large dialog, such as an editor. Fills a phone's screen and leaves Escape to a dialog on top of it.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './large-dialog.module.css';
import { plainHeader } from './plain-header.ts';
import { useDialogLayer } from './use-dialog-layer.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface Props {
  title: string;
  size?: 'lg' | 'xl' | '56rem' | '72rem';
  /** Asks first if input could be lost. */
  onClose(): void;
  children: ReactNode;
}

export function LargeDialog({ title, size = 'xl', onClose, children }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const isTop = useDialogLayer(onClose);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeOnEscape={false}
      closeOnClickOutside={isTop}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      {children}
    </Modal>
  );
}

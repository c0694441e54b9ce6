// A dialog at the lower edge of a phone, within reach of the thumb. It is as high as its content, and scrolls beyond
// most of the screen.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bottom-sheet.module.css';
import { plainHeader } from './plain-header.ts';
import { useDialogLayer } from './use-dialog-layer.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** Mounted while it is open. */
export function BottomSheet({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useDialogLayer(onClose);
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      attributes={{ ...plainHeader, content: { 'data-bottom-bar': true } }}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      {children}
    </Drawer>
  );
}

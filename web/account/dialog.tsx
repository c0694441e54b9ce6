// A dialog with a form, which asks before it loses what was typed; on phones it is the whole screen.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/shell/app-plain-header.ts';
import { useIsAsking } from '#web/shell/app-questions.tsx';
import { mayLose } from './use-kept.ts';

interface Props {
  title: string;
  isDirty(): boolean;
  onClose(): void;
  children: ReactNode;
}

export function Dialog({ title, isDirty, onClose, children }: Props) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const asking = useIsAsking();
  async function close(): Promise<void> {
    if (!isDirty() || (await mayLose())) onClose();
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title}
      size="lg"
      fullScreen={phone}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
    >
      {children}
    </Modal>
  );
}

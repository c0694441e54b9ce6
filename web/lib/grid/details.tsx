// One record of a list that is only read: all of its fields, long ones whole.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/use-editor.ts';
import { plainHeader } from '#web/lib/plain-header.ts';
import { useFocusBack } from '#web/lib/use-focus-back.ts';
import { Facts } from './facts.tsx';
import { wordOf } from './resource-words.ts';
import { nameOf } from './show-value.ts';

interface Props {
  resource: AnyResource;
  row: Row;
  /** Those that are told; all of them when left out. */
  fields?: readonly string[];
  below?: (row: Row) => ReactNode;
  onClose: () => void;
}

export function Details({ resource, row, fields: told, below, onClose }: Props) {
  const { t } = useTranslation();
  useFocusBack();
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={nameOf(resource, row) || wordOf(resource, 'title')}
      size="xl"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      <Facts resource={resource} row={row} fields={told} />
      {below?.(row)}
    </Modal>
  );
}

// One record of a list that is only read: all of its fields, long ones whole.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { AnyResource } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import type { Row } from '#web/lib/editor/use-editor.ts';
import { HtmlFrame } from '#web/lib/html-frame.tsx';
import { plainHeader } from '#web/lib/plain-header.ts';
import classes from './grid.module.css';
import { fieldLabel, wordOf } from './resource-words.ts';
import { nameOf, showField } from './show-value.ts';

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
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const fields = Object.entries(resource.declared.row.shape) as [string, z.ZodType][]; // A zod object's shape.
  const shown = fields.filter(
    ([field, schema]) =>
      (told?.includes(field) ?? true) && field !== 'version' && !['id', 'object'].includes(kindOf(schema)),
  );
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
      <dl className={classes.details}>
        {shown.map(([field, schema]) => (
          <div key={field} data-wide={kindOf(schema) === 'html' || undefined}>
            <dt>{fieldLabel(resource, field)}</dt>
            <dd>
              {kindOf(schema) === 'html' ? (
                <HtmlFrame html={String(row[field] ?? '')} title={fieldLabel(resource, field)} />
              ) : (
                showField(resource, field, row[field]) || '–'
              )}
            </dd>
          </div>
        ))}
      </dl>
      {below?.(row)}
    </Modal>
  );
}

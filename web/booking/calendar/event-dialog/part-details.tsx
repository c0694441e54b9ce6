// How long a service of an appointment takes, and its price.
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { euroInput } from '#web/lib/money.ts';
import { eventInputId } from './use-event-form.ts';
import type { PartValues } from './visit-parts.ts';

interface Props {
  part: PartValues;
  index: number;
  /** Before the labels, where several services stand together. */
  name?: string | undefined;
  locked: boolean;
  errorOf(field: keyof PartValues): ReactNode;
  onChange(part: PartValues): void;
}

export function PartDetails({ part, index, name, locked, errorOf, onChange }: Props) {
  const { t } = useTranslation();
  const number = (field: 'minutes' | 'price') => ({
    id: eventInputId(`parts.${index}.${field}`),
    label: name ? `${name}: ${t(`desk.${field}`)}` : t(`desk.${field}`),
    disabled: locked,
    error: errorOf(field),
    hideControls: true,
    min: 0,
    value: part[field],
    onChange: (value: number | string) => onChange({ ...part, [field]: value }),
  });
  return (
    <>
      <NumberInput {...number('minutes')} allowDecimal={false} max={1440} />
      <NumberInput {...number('price')} {...euroInput()} />
    </>
  );
}

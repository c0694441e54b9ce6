// The barcode of a product, which a scanner types as well as a person.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hasWrongCheckDigit } from '#contract/till/barcodes.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';

export function BarcodeInput({ form: _form, row: _row, adopt: _adopt, value, onChange, ...input }: CustomInputProps) {
  const { t } = useTranslation();
  // The field of the form, by the contract.
  const barcode = String(value ?? '');
  const warning = hasWrongCheckDigit(barcode.trim()) ? t('products.checkDigit') : undefined;
  return (
    <TextInput
      {...input}
      description={warning ?? input.description}
      descriptionProps={{ role: 'status' }}
      inputWrapperOrder={hintBelow}
      value={barcode}
      autoComplete="off"
      // A scanner ends with Enter, which would save a product that is half filled in.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

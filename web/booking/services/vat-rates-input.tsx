// The rates of VAT of a service or a product that begin on a day.
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { VatRatesField } from '#web/lib/editor/vat-rates-field.tsx';

export function VatRatesInput({ id, label, description, error, disabled, value, onChange, form }: CustomInputProps) {
  // The field of the form, by the contract.
  const rates = (value ?? []) as readonly LaterVatRate[];
  return <VatRatesField {...{ id, label, description, error, disabled, rates, form, onChange }} />;
}

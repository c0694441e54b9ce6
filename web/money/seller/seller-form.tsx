// The form for the seller's details. It preserves unsaved input.
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SellerDetails, seller } from '#contract/money/seller.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useDetailsForm } from '#web/lib/editor/use-details-form.ts';
import { VatRatesField } from '#web/lib/editor/vat-rates-field.tsx';
import { vatRatesText } from '#web/lib/editor/vat-rates-text.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { currentLocale } from '#web/lib/locale.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { shownZone, ZoneField } from '#web/lib/ui/time/zone-field.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import own from './seller-form.module.css';

const valuesOf = ({ version: _version, ...values }: SellerDetails) => values;
type Values = ReturnType<typeof valuesOf>;
type TextName = Exclude<keyof Values, 'timeZone' | 'vatRate' | 'vatRates' | 'dueDays'>;

const shownRate = (rate: number) => new Intl.NumberFormat(currentLocale()).format(rate);

export function SellerForm({ details }: { details: SellerDetails }) {
  const { t } = useTranslation();
  const { form, formProps, saveProps, conflict } = useDetailsForm({
    service: seller,
    details,
    valuesOf,
    onSaved: () => toast('success', t('seller.saved')),
  });
  const textOf = (name: TextName) => ({
    label: t(`seller.${name}`),
    ...lengthOf(seller.update, name),
    ...form.getInputProps(name),
  });
  return (
    <form className={own.form} {...formProps}>
      <Conflict
        {...conflict((name) => t(`seller.${name}`), {
          timeZone: shownZone,
          vatRate: shownRate,
          vatRates: vatRatesText,
        })}
      />
      <Section id="seller-details" title={t('seller.details')}>
        <div className={classes.fields}>
          <TextInput {...textOf('name')} autoComplete="organization" />
          <TextInput {...textOf('address')} autoComplete="street-address" />
          <TextInput {...textOf('registration')} />
          <TextInput {...textOf('vatId')} />
          <NumberInput
            label={t('seller.vatRate')}
            description={t('seller.vatRateHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            hideControls
            decimalScale={2}
            {...form.getInputProps('vatRate')}
            value={form.values.vatRate ?? ''}
            onChange={(value) => form.setFieldValue('vatRate', value === '' ? null : Number(value))}
          />
          <VatRatesField
            label={t('seller.vatRates')}
            description={t('seller.vatRatesHint')}
            error={form.errors.vatRates}
            rates={form.values.vatRates}
            form={form}
            onChange={(rates) => form.setFieldValue('vatRates', rates)}
          />
          <NumberInput
            label={t('seller.dueDays')}
            description={t('seller.dueDaysHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            hideControls
            allowDecimal={false}
            {...form.getInputProps('dueDays')}
          />
          <ZoneField
            label={t('seller.timeZone')}
            description={t('seller.timeZoneHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
        </div>
      </Section>
      <Section id="seller-account" title={t('seller.account')}>
        <div className={classes.fields}>
          <TextInput {...textOf('iban')} />
          <TextInput
            {...textOf('bic')}
            description={t('seller.bicHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </div>
        <FormFoot>
          <Button {...saveProps}>{t('seller.save')}</Button>
        </FormFoot>
      </Section>
    </form>
  );
}

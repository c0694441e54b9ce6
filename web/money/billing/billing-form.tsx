// The form for the billing details of the company. It preserves unsaved input.
import { Button, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BillingDetails, companyBilling } from '#contract/money/billing.ts';
import { countryName, countryOptions } from '#web/lib/countries.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useDetailsForm } from '#web/lib/editor/use-details-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { Mark } from '#web/lib/grid/mark.tsx';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import own from './billing-form.module.css';

const { update } = companyBilling;

const valuesOf = ({ name, address, country, vatId, billingEMail, reference }: BillingDetails) => {
  return { name, address, country, vatId, billingEMail, reference };
};
type Values = ReturnType<typeof valuesOf>;

const inputWrapperOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

export function BillingForm({ details, readOnly }: { details: BillingDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { form, formProps, saveProps, conflict } = useDetailsForm({
    service: companyBilling,
    details,
    valuesOf,
    onSaved: () => toast('success', t('billing.saved')),
  });
  const textOf = (name: keyof Values) => ({
    label: t(`billing.${name}`),
    readOnly,
    ...lengthOf(update, name),
    ...form.getInputProps(name),
  });
  const hinted = (name: 'name' | 'vatId' | 'billingEMail' | 'reference') => ({
    ...textOf(name),
    description: t(`billing.${name}Hint`),
    inputWrapperOrder,
  });
  const canCopy = !readOnly && (form.values.name === '' || form.values.address === '');
  function copy(): void {
    const { name, address } = details.company;
    form.setValues({ name: form.values.name || name, address: form.values.address || address });
  }
  return (
    <form {...formProps}>
      <Conflict {...conflict((name) => t(`billing.${name}`), { country: countryName })} />
      <Section
        id="billing-details"
        title={t('billing.details')}
        action={
          canCopy && (
            <Button variant="subtle" size="compact-sm" onClick={copy}>
              {t('billing.copy')}
            </Button>
          )
        }
      >
        <div className={classes.fields}>
          <TextInput {...hinted('name')} autoComplete="organization" />
          <TextInput {...textOf('address')} autoComplete="street-address" />
          <Select
            label={t('billing.country')}
            data={countryOptions()}
            searchable
            clearable={!readOnly}
            readOnly={readOnly}
            limit={300}
            nothingFoundMessage={t('grid.nothing')}
            clearButtonProps={{ 'aria-label': t('billing.noCountry') }}
            {...form.getInputProps('country')}
            value={form.values.country || null}
            onChange={(code) => form.setFieldValue('country', code ?? '')}
          />
          <div>
            <TextInput {...hinted('vatId')} />
            {details.vatId !== '' && (
              <p className={own.state}>
                <Mark colour={details.vatIdCheckedAt ? 'green' : 'inverse'}>
                  {t(details.vatIdCheckedAt ? 'billing.checked' : 'billing.notChecked')}
                </Mark>
              </p>
            )}
          </div>
          <TextInput {...hinted('billingEMail')} type="email" autoComplete="email" />
          <TextInput {...hinted('reference')} />
        </div>
        {!readOnly && (
          <FormFoot>
            <Button {...saveProps}>{t('billing.save')}</Button>
          </FormFoot>
        )}
      </Section>
    </form>
  );
}

// The company's name and postal address as inputs, in the company's details and in the setup list.
import { Autocomplete, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { countryOptions } from '#web/lib/countries.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from '#web/lib/ui/form/form.module.css';

interface Props<Field extends string> {
  getInputProps(field: Field): object;
}

export function CompanyNameField({ getInputProps }: Props<'name'>) {
  const { t } = useTranslation();
  return (
    <TextInput
      className={classes.wide}
      label={t('company.name')}
      description={t('company.nameHint')}
      autoComplete="organization"
      withAsterisk
      aria-required
      {...lengthOf(company.update, 'name')}
      {...getInputProps('name')}
    />
  );
}

export function AddressFields({ getInputProps }: Props<'address' | 'country'>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('company.address')}
        autoComplete="street-address"
        {...lengthOf(company.update, 'address')}
        {...getInputProps('address')}
      />
      <Autocomplete
        label={t('company.country')}
        autoComplete="country-name"
        data={countryOptions().map(({ label }) => label)}
        limit={300}
        selectFirstOptionOnChange
        {...lengthOf(company.update, 'country')}
        {...getInputProps('country')}
      />
    </>
  );
}

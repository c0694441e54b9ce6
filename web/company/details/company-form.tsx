// The form for the company's name and contact data. It preserves unsaved input.
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { user } from '#contract/identity/sign-in.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useDetailsForm } from '#web/lib/editor/use-details-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AddressState } from './address-state.tsx';
import { AddressFields, CompanyNameField } from './company-fields.tsx';

const valuesOf = ({ name, eMail, phoneNumber, address, country }: CompanyDetails) => {
  return { name, eMail, phoneNumber, address, country };
};

export function CompanyForm({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { form, formProps, saveProps, conflict } = useDetailsForm({
    service: company,
    details,
    valuesOf,
    onSaved(saved) {
      // The application's frame shows the name.
      void queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] });
      toast('success', t('company.saved', { name: saved.name }));
    },
  });
  return (
    <Section id="company-contact" title={t('company.contact')}>
      <form {...formProps}>
        <Conflict {...conflict((name) => t(`company.${name}`))} />
        <fieldset className={classes.fields} disabled={readOnly}>
          <CompanyNameField getInputProps={form.getInputProps} />
          <TextInput
            label={t('company.eMail')}
            type="email"
            autoComplete="email"
            {...lengthOf(company.update, 'eMail')}
            {...form.getInputProps('eMail')}
          />
          <TextInput
            label={t('company.phoneNumber')}
            type="tel"
            {...lengthOf(company.update, 'phoneNumber')}
            {...form.getInputProps('phoneNumber')}
          />
          <AddressState details={details} typed={form.values.eMail} />
          <AddressFields getInputProps={form.getInputProps} />
        </fieldset>
        {!readOnly && (
          <FormFoot>
            <Button {...saveProps}>{t('company.save')}</Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}

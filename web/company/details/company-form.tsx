// The form for the company's name and contact data. It preserves unsaved input.
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company, companyDetails } from '#contract/company/details.ts';
import { user } from '#contract/identity/sign-in.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from '#web/lib/ui/form.module.css';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { AddressState } from './address-state.tsx';
import { AddressFields, CompanyNameField } from './company-fields.tsx';

const valuesOf = ({ name, eMail, phoneNumber, address, country }: CompanyDetails) => {
  return { name, eMail, phoneNumber, address, country };
};
type Values = ReturnType<typeof valuesOf>;

export function CompanyForm({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(details),
    validate: validateBy(company.update),
  });
  const { base, contested, adoptSaved, handleConflict, resolveConflict } = useVersionedForm<CompanyDetails, Values>({
    form,
    row: details,
    rowSchema: companyDetails,
    valuesOf,
  });
  const save = useMutation({
    mutationFn: ({ values, version }: { values: Values; version: string }) =>
      call(company.update, { ...values, version }, { handlesErrors: [409] }),
    onSuccess(saved, { values }) {
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      adoptSaved(saved, values);
      // The application's frame shows the name.
      void queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] });
      toast('success', t('company.saved', { name: saved.name }));
    },
    onError(error) {
      if (!isConflict(error)) applyMessages(form, error, company.update);
      else void queryClient.invalidateQueries({ queryKey: [company.get.path] });
      const retryRow = handleConflict(error);
      // The form has the other person's changes beside the submitted ones.
      if (retryRow) save.mutate({ values: form.getValues(), version: retryRow.version });
    },
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const submit = form.onSubmit((values) => {
    if (contested.length === 0) save.mutate({ values, version: base.version });
  }, onWrong);
  return (
    <Section id="company-contact" title={t('company.contact')}>
      <form noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {contested.length > 0 && (
          <Conflict
            fields={contested.map((name) => ({ name, label: t(`company.${name}`), format: String }))}
            theirs={base}
            mine={form.values}
            onResolve={(name, side) => resolveConflict(name as keyof Values, side)}
          />
        )}
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
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty() || contested.length > 0}>
              {t('company.save')}
            </Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}

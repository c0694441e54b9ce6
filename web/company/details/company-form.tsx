// The form for the company's name and contact data. It preserves unsaved input.
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company, companyDetails } from '#contract/company/details.ts';
import { user } from '#contract/identity/sign-in.ts';
import { fromWire } from '#contract/lib/wire.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { ConflictNote } from '#web/lib/editor/conflict.tsx';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { ask } from '#web/lib/ui/ask-dialog.tsx';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import classes from './company-details.module.css';

const fields = ['name', 'eMail', 'phoneNumber', 'address', 'country'] as const;
const valuesOf = ({ name, eMail, phoneNumber, address, country }: CompanyDetails) => {
  return { name, eMail, phoneNumber, address, country };
};

export function CompanyForm({ details }: { details: CompanyDetails }) {
  const { t } = useTranslation();
  /** The version of the details that the form's values are based on. */
  const [base, setBase] = useState(details);
  const [theirs, setTheirs] = useState<CompanyDetails>();
  const form = useForm({
    initialValues: valuesOf(details),
    validate: validateBy(company.update),
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(company.update, { ...values, version: base.version }, { handlesErrors: [409] }),
    onSuccess(saved) {
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      resetTo(saved);
      // The application's frame shows the name.
      void queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] });
      toast('success', t('company.saved', { name: saved.name }));
    },
    onError(error) {
      const conflictRow =
        error instanceof CallError && error.status === 409 && (error.body as { Row?: unknown } | undefined)?.Row;
      if (conflictRow) setTheirs(fromWire(companyDetails, conflictRow, { query: false }, []) as CompanyDetails);
      else applyMessages(form, error, company.update);
    },
  });
  function resetTo(from: CompanyDetails): void {
    setBase(from);
    form.setInitialValues(valuesOf(from));
    form.setValues(valuesOf(from));
    form.resetDirty(valuesOf(from));
  }
  /**
   * Continues from the other version. With `mine`, the next save overwrites it; with `theirs`, the form takes its
   * values.
   */
  function resolveConflict(side: 'mine' | 'theirs'): void {
    if (!theirs) return;
    queryClient.setQueryData(query(company.get, {}).queryKey, theirs);
    if (side === 'theirs') resetTo(theirs);
    else setBase(theirs);
    setTheirs(undefined);
  }
  const confirmDiscard = () =>
    ask({
      title: t('company.discardTitle'),
      text: t('company.discardText'),
      confirmLabel: t('calendar.discard'),
      cancelLabel: t('calendar.keepEditing'),
      danger: true,
    });
  useBlocker({
    shouldBlockFn: async () => form.isDirty() && !(await confirmDiscard()),
    enableBeforeUnload: () => form.isDirty(),
  });
  const submit = form.onSubmit((values) => save.mutate(values), onWrong);
  return (
    <Section id="company-contact" title={t('company.contact')}>
      <form noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {theirs && (
          <ConflictNote
            changed={fields
              .filter((field) => base[field] !== theirs[field])
              .map((field) => ({ field: t(`company.${field}`), theirs: theirs[field], mine: form.values[field] }))}
            onResolve={resolveConflict}
          />
        )}
        <div className={classes.fields}>
          <TextInput
            className={classes.wide}
            label={t('company.name')}
            description={t('company.nameHint')}
            required
            {...lengthOf(company.update, 'name')}
            {...form.getInputProps('name')}
          />
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
          <TextInput
            label={t('company.address')}
            {...lengthOf(company.update, 'address')}
            {...form.getInputProps('address')}
          />
          <TextInput
            label={t('company.country')}
            {...lengthOf(company.update, 'country')}
            {...form.getInputProps('country')}
          />
        </div>
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty() || theirs !== undefined}>
            {t('company.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

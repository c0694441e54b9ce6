// The details of an employee in this company, and their name where it is theirs alone.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyEmployee, type EmployeeDetails } from '#contract/company/employee.ts';
import { call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { cacheEmployee } from './employee-query.ts';

const { saveDetails } = companyEmployee;

type Values = Pick<EmployeeDetails, 'firstName' | 'lastName' | 'profession' | 'description' | 'phoneNumber'>;

export function EmployeeForm({ details }: { details: EmployeeDetails }) {
  const { t } = useTranslation();
  const { id, logIn, nameLock, firstName, lastName, profession, description, phoneNumber } = details;
  // A name that the caller may not change is not sent: it may be empty.
  const inputOf = ({ firstName, lastName, ...ofCompany }: Values) => ({
    id,
    ...ofCompany,
    ...(!nameLock && { firstName, lastName }),
  });
  const form = useForm<Values>({
    initialValues: { firstName, lastName, profession, description, phoneNumber },
    validate: (values) => validateBy(saveDetails)(inputOf(values)),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: Values) => call(saveDetails, inputOf(values)),
    onSuccess(saved, values) {
      form.resetDirty(values);
      cacheEmployee(saved);
      toast('success', t('employee.saved', { name: saved.name }));
    },
    onError: (error) => applyMessages(form, error, saveDetails),
  });
  const nameField = {
    readOnly: nameLock !== null,
    variant: nameLock ? 'filled' : 'default',
    description: nameLock && t(`users.${nameLock}`),
    autoComplete: 'off',
  };
  return (
    <Section id="details" title={t('myAccount.details')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)} onKeyDown={submitOnCtrlEnter}>
        <div className={classes.fields}>
          <TextInput
            label={t('myAccount.firstName')}
            withAsterisk={!nameLock}
            aria-required={!nameLock}
            {...lengthOf(saveDetails, 'firstName')}
            {...nameField}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('myAccount.lastName')}
            {...lengthOf(saveDetails, 'lastName')}
            {...nameField}
            {...form.getInputProps('lastName')}
          />
          <TextInput
            label={t('myAccount.profession')}
            autoComplete="off"
            {...lengthOf(saveDetails, 'profession')}
            {...form.getInputProps('profession')}
          />
          <TextInput
            label={t('myAccount.phoneNumber')}
            type="tel"
            autoComplete="off"
            {...lengthOf(saveDetails, 'phoneNumber')}
            {...form.getInputProps('phoneNumber')}
          />
          <TextInput
            className={classes.wide}
            label={t('myAccount.logIn')}
            description={t('employee.theirOwn')}
            value={logIn}
            readOnly
            variant="filled"
          />
          <Textarea
            className={classes.wide}
            label={t('employee.description')}
            description={t('employee.descriptionHint')}
            autosize
            minRows={2}
            maxRows={12}
            {...lengthOf(saveDetails, 'description')}
            {...form.getInputProps('description')}
          />
        </div>
        <FormFoot>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('myAccount.save')}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}

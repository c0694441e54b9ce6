// The details of an employee in this company, and their name where it is theirs alone.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { companyEmployee, type EmployeeDetails } from '#contract/company/employee.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useDetailsForm } from '#web/lib/editor/use-details-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { cacheEmployee } from './employee-query.ts';

const { getDetails, saveDetails } = companyEmployee;

/** Of the person themselves; the other fields belong to the company. */
const nameFields = ['firstName', 'lastName'] as const;

/** A name that the caller may not change is not sent: it may be empty. */
function valuesOf({ nameLock, firstName, lastName, profession, description, phoneNumber }: EmployeeDetails) {
  const ofCompany = { profession, description, phoneNumber };
  return nameLock ? ofCompany : { firstName, lastName, ...ofCompany };
}
type Values = Partial<Record<(typeof nameFields)[number], string>> &
  Record<'profession' | 'description' | 'phoneNumber', string>;

export function EmployeeForm({ details }: { details: EmployeeDetails }) {
  const { t } = useTranslation();
  const { id, logIn, nameLock } = details;
  const { form, formProps, saveProps, conflict } = useDetailsForm<EmployeeDetails, Values>({
    service: { get: getDetails, update: saveDetails },
    key: { id },
    details,
    valuesOf,
    onSaved(saved) {
      cacheEmployee(saved);
      toast('success', t('employee.saved', { name: saved.name }));
    },
  });
  const labelOf = (name: keyof Values) => (name === 'description' ? t('employee.description') : t(`myAccount.${name}`));
  const nameField = {
    readOnly: nameLock !== null,
    variant: nameLock ? 'filled' : 'default',
    description: nameLock && t(`users.${nameLock}`),
    autoComplete: 'off',
  };
  return (
    <Section id="details" title={t('myAccount.details')}>
      <form {...formProps}>
        <Conflict {...conflict(labelOf)} />
        <div className={classes.fields}>
          {nameFields.map((name) => (
            <TextInput
              key={name}
              label={labelOf(name)}
              withAsterisk={!nameLock && name === 'firstName'}
              aria-required={!nameLock && name === 'firstName'}
              {...lengthOf(saveDetails, name)}
              {...nameField}
              {...(nameLock ? { value: details[name] } : form.getInputProps(name))}
            />
          ))}
          <TextInput
            label={labelOf('profession')}
            autoComplete="off"
            {...lengthOf(saveDetails, 'profession')}
            {...form.getInputProps('profession')}
          />
          <TextInput
            label={labelOf('phoneNumber')}
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
            label={labelOf('description')}
            description={t('employee.descriptionHint')}
            autosize
            minRows={2}
            maxRows={12}
            {...lengthOf(saveDetails, 'description')}
            {...form.getInputProps('description')}
          />
        </div>
        <FormFoot>
          <Button {...saveProps}>{t('myAccount.save')}</Button>
        </FormFoot>
      </form>
    </Section>
  );
}

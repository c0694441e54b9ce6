// The name of the person, and the name and address of their business.
import { Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { account } from '#contract/identity/account.ts';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { AddressFields, CompanyNameField } from '#web/company/details/company-fields.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import classes from '#web/lib/ui/form/form.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

interface Props {
  title: string;
  onClose(): void;
}

export function NameDialog({ title, onClose }: Props) {
  const details = useQuery(query(company.get, {}));
  if (details.data) return <NameForm title={title} details={details.data} onClose={onClose} />;
  return (
    <LargeDialog title={title} size="lg" onClose={onClose}>
      {details.isError ? <TryAgain onRetry={() => void details.refetch()} /> : <Skeleton height={240} />}
    </LargeDialog>
  );
}

function NameForm({ title, details, onClose }: Props & { details: CompanyDetails }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const { name, address, country } = details;
  const form = useForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName, name, address, country },
    validate: (values) => ({
      ...validateBy(account.setCurrent)({ firstName: values.firstName, lastName: values.lastName }),
      ...validateBy(company.update)({ name: values.name, address: values.address, country: values.country }),
    }),
  });
  const save = useMutation({
    async mutationFn({ firstName, lastName, ...business }: typeof form.values) {
      await call(account.setCurrent, { firstName, lastName });
      return call(company.update, business);
    },
    onSuccess(saved) {
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [userCalls.getCurrent.path] });
      void queryClient.invalidateQueries({ queryKey: [account.getAccount.path] });
      toast('success', t('company.saved', { name: saved.name }));
      onClose();
    },
    onError: (error) => applyMessages(form, error, company.update),
  });
  return (
    <FormDialog
      title={title}
      confirmLabel={t('company.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          label={t('myAccount.firstName')}
          autoComplete="given-name"
          withAsterisk
          aria-required
          data-autofocus
          {...lengthOf(account.setCurrent, 'firstName')}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={t('myAccount.lastName')}
          autoComplete="family-name"
          withAsterisk
          aria-required
          {...lengthOf(account.setCurrent, 'lastName')}
          {...form.getInputProps('lastName')}
        />
        <CompanyNameField getInputProps={form.getInputProps} />
        <AddressFields getInputProps={form.getInputProps} />
      </div>
    </FormDialog>
  );
}

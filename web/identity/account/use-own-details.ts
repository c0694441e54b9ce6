// The form of one's own details. A change of the language reloads the texts.
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account as accountCalls, type OwnAccount } from '#contract/identity/account.ts';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { bundledLanguages, setLanguage } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function useOwnDetails(account: OwnAccount) {
  const { i18n } = useTranslation();
  const { user } = useCurrentUser();
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      // Empty means unchanged, even if the language changes elsewhere on the page.
      languageId: '',
      sessionActiveMinutes: user.sessionActiveMinutes,
      profession: account.profession,
      phoneNumber: account.phoneNumber,
      urlName: account.urlName,
      description: account.description,
    },
    validate: validateBy(accountCalls.setCurrent),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(accountCalls.setCurrent, { ...values, languageId: values.languageId || undefined }),
    async onSuccess(saved, values) {
      form.setFieldValue('languageId', '');
      form.resetDirty({ ...values, languageId: '' });
      if (saved.language !== i18n.language && bundledLanguages.includes(saved.language)) {
        await setLanguage(saved.language);
        // Cached answers are in the previous language.
        void queryClient.invalidateQueries();
      } else {
        void queryClient.invalidateQueries({ queryKey: [userCalls.getCurrent.path] });
        void queryClient.invalidateQueries({ queryKey: [accountCalls.getAccount.path] });
      }
      toast('success', i18n.t('myAccount.saved'));
    },
    onError(error) {
      applyMessages(form, error, accountCalls.setCurrent);
      // The chosen language was not saved.
      form.setFieldValue('languageId', '');
    },
  });
  const submit = form.onSubmit((values) => save.mutate(values), onWrong);
  return { form, submit, isSaving: save.isPending };
}

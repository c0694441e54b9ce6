// A section of the company's details with rules that an operation of their own saves. It preserves unsaved input.
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import type { Input } from '#contract/lib/service.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './company-details.module.css';

type SavesRules =
  | typeof company.setRequestRules
  | typeof company.setReminderRules
  | typeof company.setPaymentRules
  | typeof company.setOutsideRules;

/** `onSaved` returns the message that the rules are saved. */
export function useRules<O extends SavesRules>(operation: O, initialValues: Input<O>, onSaved: () => string) {
  const form = useForm<Input<O>>({ initialValues, validate: validateBy<Input<O>>(operation) });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: Input<O>) => call(operation, values),
    onSuccess(saved, values) {
      form.resetDirty(values);
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      toast('success', onSaved());
    },
    onError: (error) => applyMessages(form, error, operation),
  });
  const submit = form.onSubmit((values) => save.mutate(values), onWrong);
  return { form, state: { submit, isDirty: form.isDirty(), isSaving: save.isPending } };
}

interface Props {
  id: string;
  title: string;
  readOnly: boolean;
  state: ReturnType<typeof useRules>['state'];
  children: ReactNode;
}

export function RulesForm({ id, title, readOnly, state, children }: Props) {
  const { t } = useTranslation();
  return (
    <Section id={id} title={title}>
      <form noValidate onSubmit={state.submit} onKeyDown={submitOnCtrlEnter}>
        <fieldset className={classes.rules} disabled={readOnly}>
          {children}
        </fieldset>
        {!readOnly && (
          <FormFoot>
            <Button type="submit" loading={state.isSaving} disabled={!state.isDirty}>
              {t('company.save')}
            </Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}

// Who confirms the requests of visitors, and when unused ones expire.
import { Button, NumberInput, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { rangeOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import classes from './company-details.module.css';

export function RequestRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { confirmsRequests, requestHours } = details;
  const form = useForm({
    initialValues: { confirmsRequests, requestHours },
    validate: validateBy(company.setRequestRules),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(company.setRequestRules, values),
    onSuccess(saved, values) {
      form.resetDirty(values);
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      toast('success', t('requests.rules.saved'));
    },
    onError: (error) => applyMessages(form, error, company.setRequestRules),
  });
  const isOurs = form.values.confirmsRequests;
  return (
    <Section id="company-requests" title={t('requests.rules.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
        <fieldset className={classes.rules} disabled={readOnly}>
          <Radio.Group
            label={t('requests.rules.who')}
            value={isOurs ? 'company' : 'customer'}
            onChange={(value) => form.setFieldValue('confirmsRequests', value === 'company')}
          >
            <Stack gap="sm" mt="xs">
              <Radio
                value="customer"
                label={t('requests.rules.customer')}
                description={t('requests.rules.customerHint')}
              />
              <Radio
                value="company"
                label={t('requests.rules.company')}
                description={t('requests.rules.companyHint')}
              />
            </Stack>
          </Radio.Group>
          {!isOurs && (
            <NumberInput
              className={classes.hours}
              label={t('requests.rules.hours')}
              description={t('requests.rules.hoursHint')}
              {...rangeOf(company.setRequestRules, 'requestHours')}
              clampBehavior="blur"
              hideControls
              {...form.getInputProps('requestHours')}
            />
          )}
        </fieldset>
        {!readOnly && (
          <FormFoot>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('company.save')}
            </Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}

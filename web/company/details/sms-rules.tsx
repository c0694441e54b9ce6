// Whether customers are reminded by SMS, what that costs, and the countries whose numbers receive SMS.
import { Button, MultiSelect, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { smsCountries } from '#contract/messaging/sms-countries.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { formatEuro } from '#web/lib/money.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './company-details.module.css';

export function SmsRulesFields({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { smsReminders, smsCountries: chosen, smsCost, additionalBalance } = details;
  const form = useForm({
    initialValues: { smsReminders, smsCountries: chosen },
    validate: validateBy(company.setSmsRules),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(company.setSmsRules, values),
    onSuccess(saved, values) {
      form.resetDirty(values);
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      toast('success', t('smsRules.saved'));
    },
    onError: (error) => applyMessages(form, error, company.setSmsRules),
  });
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' });
  const countries = smsCountries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLocale()));
  return (
    <Section id="company-sms" title={t('smsRules.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
        <fieldset className={classes.rules} disabled={readOnly}>
          <div>
            <Switch
              label={t('smsRules.reminders')}
              description={t('smsRules.remindersHint')}
              disabled={readOnly}
              {...form.getInputProps('smsReminders', { type: 'checkbox' })}
            />
            <Text size="sm" mt="xs" fw={500}>
              {smsCost > 0
                ? t('smsRules.cost', { price: formatEuro(smsCost, 4), balance: formatEuro(additionalBalance) })
                : t('smsRules.free')}
            </Text>
          </div>
          <MultiSelect
            label={t('smsRules.countries')}
            description={t('smsRules.countriesHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={countries}
            searchable
            hidePickedOptions
            disabled={readOnly}
            nothingFoundMessage={t('grid.nothing')}
            {...form.getInputProps('smsCountries')}
          />
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

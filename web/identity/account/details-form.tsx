// The form for name, language and public profile. It preserves unsaved input.
import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account as accountCalls, type OwnAccount } from '#contract/identity/account.ts';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { lengthOf, numberRange } from '#web/lib/forms/field-rules.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { bundledLanguages } from '#web/lib/i18n.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './my-account.module.css';
import { useOwnDetails } from './use-own-details.ts';

export function DetailsForm({ account }: { account: OwnAccount }) {
  const { t, i18n } = useTranslation();
  const { user } = useCurrentUser();
  const languages = useQuery({ ...query(application.getAllLanguages, {}), staleTime: Number.POSITIVE_INFINITY });
  const choices = languages.data?.filter(({ key }) => bundledLanguages.includes(key)) ?? [];
  const currentLanguageId = choices.find(({ key }) => key === i18n.language)?.id ?? '';
  const { form, submit, isSaving } = useOwnDetails(account);
  const place = account.locations[0];
  const urlName = form.values.urlName;
  return (
    <Section id="details" title={t('myAccount.details')}>
      <form noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        <div className={formClasses.fields}>
          <TextInput
            label={t('myAccount.firstName')}
            withAsterisk
            aria-required
            {...lengthOf(accountCalls.setCurrent, 'firstName')}
            autoComplete="given-name"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('myAccount.lastName')}
            withAsterisk
            aria-required
            {...lengthOf(accountCalls.setCurrent, 'lastName')}
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
          />
          <TextInput label={t('myAccount.logIn')} value={user.logIn} readOnly variant="filled" />
          <NativeSelect
            label={t('myAccount.language')}
            data={choices.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('languageId')}
            value={form.values.languageId || currentLanguageId}
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('languageId', value === currentLanguageId ? '' : value)
            }
          />
          <TextInput
            label={t('myAccount.profession')}
            {...lengthOf(accountCalls.setCurrent, 'profession')}
            {...form.getInputProps('profession')}
          />
          <TextInput
            label={t('myAccount.phoneNumber')}
            type="tel"
            {...lengthOf(accountCalls.setCurrent, 'phoneNumber')}
            autoComplete="tel"
            {...form.getInputProps('phoneNumber')}
          />
          <TextInput
            className={formClasses.wide}
            label={t('myAccount.urlName')}
            description={t('myAccount.urlNameHint')}
            withAsterisk
            aria-required
            {...lengthOf(accountCalls.setCurrent, 'urlName')}
            {...form.getInputProps('urlName')}
          />
          {place && (
            <p className={classes.address}>
              {location.origin}/{place.urlName}/<strong>{urlName}</strong>
            </p>
          )}
          <Textarea
            className={formClasses.wide}
            label={t('myAccount.description')}
            description={t('myAccount.descriptionHint')}
            autosize
            minRows={3}
            maxRows={12}
            {...lengthOf(accountCalls.setCurrent, 'description')}
            {...form.getInputProps('description')}
          />
          <NumberInput
            label={t('myAccount.sessionActiveMinutes')}
            {...numberRange(accountCalls.setCurrent, 'sessionActiveMinutes')}
            clampBehavior="blur"
            hideControls
            {...form.getInputProps('sessionActiveMinutes')}
          />
        </div>
        <FormFoot>
          <Button type="submit" loading={isSaving} disabled={!form.isDirty()}>
            {t('myAccount.save')}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}

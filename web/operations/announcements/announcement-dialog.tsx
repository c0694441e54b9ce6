// Writes an announcement: to whom, in which languages, with a preview and the number of people who get it.
import { Select, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { call, query } from '#web/lib/client/client.ts';
import { randomId } from '#web/lib/client/random-id.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { languageName, languageOptions } from '#web/lib/grid/format-value.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { bundledLanguages } from '#web/lib/i18n.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { ReminderLine } from '#web/messaging/feed/reminder-line.tsx';
import classes from './announcement-dialog.module.css';

const { getRecipients, send } = systemAnnouncements.operations;
const maxText = 500;
const maxCompanies = 8;

export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  // A repeated attempt has the same id: it is sent once.
  const [id] = useState(randomId);
  const [language, setLanguage] = useState(i18n.language);
  const form = useAnnouncementForm();
  const { to, companyId, texts, link } = form.values;
  const isKnown = to === 'everyone' || companyId !== '';
  const recipients = useQuery({
    ...query(getRecipients, { companyId: to === 'company' ? companyId : undefined }),
    enabled: isKnown,
  });
  const sending = useMutation({
    mutationFn: () =>
      call(send, {
        id,
        companyId: to === 'company' ? companyId : undefined,
        texts: Object.entries(texts).flatMap(([key, text]) =>
          text.trim() ? [{ language: key, text: text.trim() }] : [],
        ),
        link,
      }),
    onSuccess({ recipients: count }) {
      toast('success', t('list.announcements.sent', { count }));
      void refreshList(systemAnnouncements);
      onClose();
    },
    onError: (error) => applyMessages(form, error, send),
  });
  const count = isKnown ? recipients.data?.people : undefined;
  const text = texts[language]?.trim() || texts.en?.trim() || Object.values(texts).find((one) => one.trim()) || '';
  return (
    <FormDialog
      title={t('list.announcements.new')}
      confirmLabel={count === undefined ? t('list.announcements.send') : t('list.announcements.sendTo', { count })}
      isBusy={sending.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit(() => sending.mutate(), onWrong)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Select
          label={t('list.announcements.to')}
          allowDeselect={false}
          data={[
            { value: 'everyone', label: t('list.announcements.everyone') },
            { value: 'company', label: t('list.announcements.oneCompany') },
          ]}
          {...form.getInputProps('to')}
        />
        {to === 'company' && <CompanyField form={form} />}
        <Tabs value={language} onChange={(value) => value && setLanguage(value)} keepMounted={false}>
          <Tabs.List>
            {languageOptions(bundledLanguages).map(({ value: key, label }) => (
              <Tabs.Tab key={key} value={key}>
                {label}
                {texts[key]?.trim() && <span aria-hidden="true">&nbsp;•</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {bundledLanguages.map((key) => (
            <Tabs.Panel key={key} value={key} pt="sm">
              <Textarea
                label={t('list.announcements.textIn', { language: languageName(key) })}
                description={t('list.announcements.textHint')}
                autosize
                minRows={3}
                maxLength={maxText}
                data-autofocus
                {...form.getInputProps(`texts.${key}`)}
                error={form.errors.texts ?? form.errors[`texts.${key}`]}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
        <TextInput
          label={t('list.announcements.link')}
          description={t('list.announcements.linkHint')}
          placeholder="/app/home"
          maxLength={300}
          {...form.getInputProps('link')}
        />
        {text && <Preview {...{ id, text, link }} />}
      </Stack>
    </FormDialog>
  );
}

function Preview({ id, text, link }: { id: string; text: string; link: string }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('list.announcements.preview')}>
      <h3 className={classes.title}>{t('list.announcements.preview')}</h3>
      <div className={classes.preview}>
        <ReminderLine
          reminder={{ id, type: 'general', text, link, created: Temporal.Now.instant().toString(), visited: false }}
        />
      </div>
    </section>
  );
}

function useAnnouncementForm() {
  const { t } = useTranslation();
  return useForm({
    initialValues: {
      to: 'everyone' as 'everyone' | 'company',
      company: '',
      companyId: '',
      link: '',
      texts: Object.fromEntries(bundledLanguages.map((key) => [key, ''])) as Record<string, string>,
    },
    validate: {
      companyId: (value, { to }) => (to === 'company' && !value ? t('field.required') : null),
      texts: (texts) => (Object.values(texts).some((text) => text.trim()) ? null : t('field.required')),
    },
  });
}

/** Finds the company by name. */
function CompanyField({ form }: { form: ReturnType<typeof useAnnouncementForm> }) {
  const { t } = useTranslation();
  return (
    <RemoteCombobox
      field={{ label: t('grid.field.company'), withAsterisk: true, error: form.errors.companyId }}
      value={form.values.company}
      onChange={(company) => form.setValues({ company, companyId: '' })}
      find={(words) =>
        query(systemCompanies.operations.getPaginated, { search: words, rowsPerPage: maxCompanies }) as never
      }
      optionsOf={(answer: { companies: { id: string; name: string }[] }) => answer.companies}
      debounceMs={250}
      listLabel={t('grid.field.company')}
      renderOption={({ name }) => name}
      onChoose={(chosen) => form.setValues({ company: chosen.name, companyId: chosen.id })}
      empty={() => t('list.announcements.noCompany')}
    />
  );
}

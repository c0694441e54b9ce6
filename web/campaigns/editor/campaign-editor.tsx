// Edits a campaign: its period, what it says, whom it reaches, and how it will look.
import { Alert, Select, Tabs, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import { type Campaign, type CampaignMedium, campaignMoves, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { isNew } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { datePickerProps, formatDateTime } from '#web/lib/editor/date-picker-props.ts';
import { fromLocal, toLocal } from '#web/lib/editor/local-time.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { DialogFoot } from '#web/lib/ui/dialog-foot.tsx';
import formClasses from '#web/lib/ui/form.module.css';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { AudienceFields } from './audience-fields.tsx';
import { BlockList } from './block-list.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import classes from './editor.module.css';
import { SmsCost } from './sms-cost.tsx';

interface Props {
  medium: CampaignMedium;
  campaign: Campaign;
  onClose(): void;
  onSaved(saved: Campaign): Promise<void>;
}

interface Values {
  name: string;
  subject: string;
  message: string;
  text: string;
  blocks: Block[];
  audience: Audience;
  periodStart: string;
  periodEnd: string;
}

type Tab = 'content' | 'audience' | 'preview';

export function CampaignEditor({ medium, campaign, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const operations = campaignsOf[medium];
  const [tab, setTab] = useState<Tab>('content');
  const formElement = useRef<HTMLFormElement>(null);
  const readOnly = !campaignMoves[campaign.state].update;
  const form = useForm<Values>({ initialValues: valuesOf(campaign), validate: validateBy(operations.insert) });
  const { values } = form;
  const { confirmAndClose, closeSaved } = useUnsavedChangesGuard(() => form.isDirty());
  const close = () => void confirmAndClose(onClose);
  const save = useMutation({
    mutationFn: (given: Values) =>
      isNew(campaign)
        ? call(operations.insert, inputOf(medium, given), { handlesErrors: [409] })
        : call(
            operations.update,
            { ...inputOf(medium, given), id: campaign.id, version: campaign.version },
            { handlesErrors: [409] },
          ),
    async onSuccess(saved) {
      toast('success', t('campaigns.done.save', { name: saved.name }));
      closeSaved(() => void onSaved(saved));
    },
    onError(error) {
      if (applyMessages(form, error, operations.insert)) focusWrong();
      else showError(error, error.message || t('grid.notSaved'));
    },
  });
  /** The wrong field may be on another tab. */
  const focusWrong = () => {
    setTab('content');
    requestAnimationFrame(() => focusFirstWrong(formElement.current));
  };
  const submit = form.onSubmit((given) => save.mutate(given), focusWrong);
  const insert = (name: string, field: 'subject' | 'message') =>
    form.setFieldValue(field, `${values[field]}{{${name}}}`);
  return (
    <LargeDialog size="72rem" title={campaign.name || t('campaigns.new')} onClose={close}>
      <form ref={formElement} noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {readOnly && (
          <Alert variant="light" mb="md">
            {t('campaigns.edit.readOnly')}
          </Alert>
        )}
        <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="content">{t('campaigns.edit.tabContent')}</Tabs.Tab>
            <Tabs.Tab value="audience">{t('campaigns.edit.tabAudience')}</Tabs.Tab>
            <Tabs.Tab value="preview">{t('campaigns.edit.tabPreview')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="content">
            <fieldset className={formClasses.fields} disabled={readOnly}>
              <TextInput
                label={t('campaigns.edit.name')}
                description={t('campaigns.edit.nameHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                data-autofocus
                {...lengthOf(operations.insert, 'name')}
                {...form.getInputProps('name')}
              />
              {medium === 'mail' ? (
                <div className={classes.withInsert}>
                  <TextInput
                    label={t('campaigns.edit.subject')}
                    {...lengthOf(operations.insert, 'subject')}
                    {...form.getInputProps('subject')}
                  />
                  <InsertName onInsert={(name) => insert(name, 'subject')} />
                </div>
              ) : (
                <span />
              )}
              <Period
                label={t('campaigns.edit.periodStart')}
                value={values.periodStart}
                error={form.errors.periodStart}
                disabled={readOnly}
                onChange={(at) => form.setFieldValue('periodStart', at)}
              />
              <Period
                label={t('campaigns.edit.periodEnd')}
                value={values.periodEnd}
                error={form.errors.periodEnd}
                disabled={readOnly}
                onChange={(at) => form.setFieldValue('periodEnd', at)}
              />
            </fieldset>
            <div className={classes.message}>
              <h3 className={classes.heading}>{t('campaigns.edit.message')}</h3>
              {medium === 'mail' ? (
                <BlockList
                  blocks={values.blocks}
                  readOnly={readOnly}
                  onChange={(blocks) => form.setFieldValue('blocks', blocks)}
                />
              ) : (
                <div className={classes.withInsert}>
                  <Textarea
                    aria-label={t('campaigns.edit.message')}
                    autosize
                    minRows={4}
                    disabled={readOnly}
                    {...form.getInputProps('message')}
                  />
                  <InsertName onInsert={(name) => insert(name, 'message')} />
                  <SmsCost message={values.message} audience={values.audience} campaignId={savedId(campaign)} />
                </div>
              )}
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="audience">
            <AudienceFields
              medium={medium}
              campaignId={savedId(campaign)}
              audience={values.audience}
              readOnly={readOnly}
              onChange={(audience) => form.setFieldValue('audience', audience)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <CampaignPreview medium={medium} content={values} />
          </Tabs.Panel>
        </Tabs>
        {!readOnly && <DialogFoot confirmLabel={t('grid.save')} isBusy={save.isPending} onCancel={close} />}
      </form>
    </LargeDialog>
  );
}

const savedId = (campaign: Campaign) => (isNew(campaign) ? undefined : campaign.id);

function valuesOf({ name, subject, message, text, blocks, audience, periodStart, periodEnd }: Campaign): Values {
  return { name, subject, message, text, blocks, audience, periodStart, periodEnd };
}

/** The message of an e-mail is made from its blocks. */
function inputOf(medium: CampaignMedium, { message, blocks, ...values }: Values) {
  return medium === 'mail' ? { ...values, blocks } : { ...values, message };
}

interface PeriodProps {
  label: string;
  /** An instant. */
  value: string;
  error: React.ReactNode;
  disabled: boolean;
  onChange(at: string): void;
}

function Period({ label, value, error, disabled, onChange }: PeriodProps) {
  return (
    <DateTimePicker
      label={label}
      withAsterisk
      error={error}
      disabled={disabled}
      value={value ? toLocal(value) : null}
      onChange={(next) => onChange(next ? fromLocal(next) : '')}
      valueFormat={formatDateTime}
      {...datePickerProps()}
    />
  );
}

/** Adds the placeholder of a value that differs between recipients. */
function InsertName({ onInsert }: { onInsert: (name: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      aria-label={t('campaigns.edit.insert')}
      placeholder={t('campaigns.edit.insert')}
      value={null}
      data={[
        { value: 'name', label: t('campaigns.edit.insertName') },
        { value: 'company', label: t('campaigns.edit.insertCompany') },
      ]}
      onChange={(name) => name && onInsert(name)}
      w="12rem"
      mt={4}
    />
  );
}

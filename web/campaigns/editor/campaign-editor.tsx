// Edits a campaign: its period, what it says, whom it reaches, and how it will look.
import { Alert, Tabs, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import {
  type Campaign,
  type CampaignMedium,
  campaignMoves,
  campaign as campaignSchema,
  campaignsOf,
} from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { isNew } from '#contract/lib/resource.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { minuteOf, visitorZone, zoneName } from '#web/lib/dates.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { dateTimePickerProps } from '#web/lib/editor/date-picker-props.ts';
import { fromLocal, toLocal } from '#web/lib/editor/local-time.ts';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AudienceFields } from './audience-fields.tsx';
import { BlockList } from './block-list.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { describeAudience } from './describe-audience.ts';
import classes from './editor.module.css';
import { InsertName } from './insert-name.tsx';
import { SmsCost } from './sms-cost.tsx';

interface Props {
  medium: CampaignMedium;
  campaign: Campaign;
  /** A grant of the page lets people read, but not preview. */
  mayChange: boolean;
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

export function CampaignEditor({ medium, campaign, mayChange, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const operations = campaignsOf[medium];
  const [tab, setTab] = useState<Tab>('content');
  const formElement = useRef<HTMLFormElement>(null);
  const subjectField = useRef<HTMLInputElement>(null);
  const messageField = useRef<HTMLTextAreaElement>(null);
  const readOnly = !mayChange || !campaignMoves[campaign.state].update;
  const form = useForm<Values>({ initialValues: valuesOf(campaign), validate: validateBy(operations.insert) });
  const { values } = form;
  const zone = campaign.timeZone;
  const { base, contested, handleConflict, resolveConflict } = useVersionedForm<Campaign, Values>({
    form,
    row: campaign,
    rowSchema: campaignSchema,
    valuesOf,
  });
  /** Counts what was replaced as a whole, which is rendered again. */
  const [resolved, setResolved] = useState(0);
  const { confirmAndClose, closeSaved } = useUnsavedChangesGuard(() => !readOnly && form.isDirty());
  const close = () => void confirmAndClose(onClose);
  const save = useMutation({
    mutationFn: ({ given, version }: { given: Values; version: string }) =>
      isNew(campaign)
        ? call(operations.insert, inputOf(medium, given), { handlesErrors: [409] })
        : call(operations.update, { ...inputOf(medium, given), id: campaign.id, version }, { handlesErrors: [409] }),
    async onSuccess(saved) {
      toast('success', t('campaigns.done.save', { name: saved.name }));
      closeSaved(() => void onSaved(saved));
    },
    onError(error) {
      if (applyMessages(form, error, operations.insert))
        focusWrong(error instanceof CallError ? error.messages.map(({ key }) => key) : []);
      else if (isConflict(error)) {
        const other = handleConflict(error);
        if (other) save.mutate({ given: form.getValues(), version: other.version });
      } else showError(error, error.message || t('grid.notSaved'));
    },
  });
  /** The wrong field may be on another tab. `paths` are those of the form or of the wire. */
  const focusWrong = (paths: readonly string[]) => {
    setTab(paths.length > 0 && paths.every((path) => /^audience\b/i.test(path)) ? 'audience' : 'content');
    requestAnimationFrame(() => focusFirstWrong(formElement.current));
  };
  const submit = form.onSubmit(
    (given) => {
      if (contested.length === 0) save.mutate({ given, version: base.version });
    },
    (errors) => focusWrong(Object.keys(errors)),
  );
  /** The error of a field, or of an entry of its list. */
  const errorUnder = (path: string) =>
    form.errors[path] ?? Object.entries(form.errors).find(([at]) => at.startsWith(`${path}.`))?.[1];
  /** A field that was wrong may have moved, or be gone. */
  const change = (field: 'blocks' | 'audience', value: Block[] | Audience) => {
    form.setFieldValue(field, value as Values[typeof field]);
    form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([path]) => path.split('.')[0] !== field)));
  };
  return (
    <LargeDialog size="72rem" title={campaign.name || t('campaigns.new')} onClose={close}>
      <form ref={formElement} noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {mayChange && readOnly && (
          <Alert variant="light" mb="md">
            {t('campaigns.edit.readOnly')}
          </Alert>
        )}
        <Conflict
          fields={contested.map((field) => ({
            name: field,
            label: t(fieldLabels[field]),
            format: formatOf(field, zone),
          }))}
          theirs={{ ...valuesOf(base) }}
          mine={{ ...values }}
          onResolve={(field, side) => {
            resolveConflict(field as keyof Values, side);
            setResolved(resolved + 1);
          }}
        />
        <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="content">{t('campaigns.edit.tabContent')}</Tabs.Tab>
            <Tabs.Tab value="audience">{t('campaigns.edit.tabAudience')}</Tabs.Tab>
            {mayChange && <Tabs.Tab value="preview">{t('campaigns.edit.tabPreview')}</Tabs.Tab>}
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
                    ref={subjectField}
                    label={t('campaigns.edit.subject')}
                    {...lengthOf(operations.insert, 'subject')}
                    {...form.getInputProps('subject')}
                  />
                  {!readOnly && (
                    <InsertName field={subjectField} onChange={(text) => form.setFieldValue('subject', text)} />
                  )}
                </div>
              ) : (
                <span />
              )}
              <Period
                label={t('campaigns.edit.periodStart')}
                value={values.periodStart}
                zone={zone}
                error={form.errors.periodStart}
                disabled={readOnly}
                onChange={(at) => form.setFieldValue('periodStart', at)}
              />
              <Period
                label={t('campaigns.edit.periodEnd')}
                value={values.periodEnd}
                zone={zone}
                error={form.errors.periodEnd}
                disabled={readOnly}
                onChange={(at) => form.setFieldValue('periodEnd', at)}
              />
            </fieldset>
            {zone !== visitorZone() && (
              <p className={classes.zone}>{t('calendar.timesIn', { zone: zoneName(zone) })}</p>
            )}
            <div className={classes.message}>
              <h3 className={classes.heading}>{t('campaigns.edit.message')}</h3>
              {medium === 'mail' ? (
                <BlockList
                  key={`${base.version} ${resolved}`}
                  blocks={values.blocks}
                  readOnly={readOnly}
                  errorOf={(path) => form.errors[`blocks${path}`]}
                  onChange={(blocks) => change('blocks', blocks)}
                />
              ) : (
                <div className={classes.withInsert}>
                  <Textarea
                    ref={messageField}
                    aria-label={t('campaigns.edit.message')}
                    autosize
                    minRows={4}
                    disabled={readOnly}
                    {...form.getInputProps('message')}
                  />
                  {!readOnly && (
                    <InsertName field={messageField} onChange={(text) => form.setFieldValue('message', text)} />
                  )}
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
              errorOf={(field) => errorUnder(`audience.${field}`)}
              onChange={(audience) => change('audience', audience)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <CampaignPreview medium={medium} content={values} />
          </Tabs.Panel>
        </Tabs>
        {!readOnly && (
          <DialogFoot
            isSticky
            confirmLabel={t('grid.save')}
            isBusy={save.isPending}
            disabled={contested.length > 0}
            onCancel={close}
          />
        )}
      </form>
    </LargeDialog>
  );
}

const fieldLabels = {
  name: 'campaigns.edit.name',
  subject: 'campaigns.edit.subject',
  message: 'campaigns.edit.message',
  text: 'campaigns.edit.message',
  blocks: 'campaigns.edit.message',
  audience: 'campaigns.edit.tabAudience',
  periodStart: 'campaigns.edit.periodStart',
  periodEnd: 'campaigns.edit.periodEnd',
} as const satisfies Record<keyof Values, string>;

function formatOf(field: keyof Values, zone: string): (value: unknown) => string {
  return field === 'audience' ? audienceText : (value) => textOf(value, zone);
}

/** A contested audience was changed on its tab, which has loaded the choices. */
function audienceText(value: unknown): string {
  return describeAudience(value as Audience, queryClient.getQueryData(query(marketing.getChoices, {}).queryKey));
}

/** The beginning of a text, or of those in blocks; times as people read them. */
function textOf(value: unknown, zone: string): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? minuteOf(value, zone) : cut(value);
  return Array.isArray(value) ? cut((value as Block[]).map(({ text }) => text.replace(/<[^>]*>/g, ' ')).join(' ')) : '';
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

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
  zone: string;
  error: React.ReactNode;
  disabled: boolean;
  onChange(at: string): void;
}

function Period({ label, value, zone, error, disabled, onChange }: PeriodProps) {
  return (
    <DateTimePicker
      label={label}
      withAsterisk
      error={error}
      disabled={disabled}
      value={value ? toLocal(value, zone) : null}
      onChange={(next) => onChange(next ? fromLocal(next, zone) : '')}
      {...dateTimePickerProps()}
    />
  );
}

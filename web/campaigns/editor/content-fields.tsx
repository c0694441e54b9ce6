// The content of a campaign: its name, its period, and what it says.
import { Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { visitorZone, zoneName } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { BeginWith } from './begin-with.tsx';
import { BlockList } from './block-list.tsx';
import classes from './editor.module.css';
import { InsertName } from './insert-name.tsx';
import { PeriodField } from './period-field.tsx';
import { SmsCost } from './sms-cost.tsx';
import { beginWith, type StartingText } from './starting-texts.ts';
import type { CampaignForm } from './use-campaign-form.ts';

interface Props {
  medium: CampaignMedium;
  campaignForm: CampaignForm;
  /** Undefined for a new campaign. */
  campaignId: string | undefined;
  zone: string;
  readOnly: boolean;
}

export function ContentFields({ medium, campaignForm, campaignId, zone, readOnly }: Props) {
  const { t } = useTranslation();
  const { form, contentKey, change } = campaignForm;
  const { values } = form;
  const operations = campaignsOf[medium];
  const subjectField = useRef<HTMLInputElement>(null);
  const messageField = useRef<HTMLTextAreaElement>(null);
  // The buttons are gone then: the focus moves on to what they have filled.
  const begin = (start: StartingText) => {
    campaignForm.fill(beginWith(t, start, medium, values));
    (medium === 'mail' ? subjectField : messageField).current?.focus();
  };
  return (
    <>
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
            {!readOnly && <InsertName field={subjectField} onChange={(text) => form.setFieldValue('subject', text)} />}
          </div>
        ) : (
          <span />
        )}
        <PeriodField
          label={t('campaigns.edit.periodStart')}
          value={values.periodStart}
          zone={zone}
          error={form.errors.periodStart}
          disabled={readOnly}
          onChange={(at) => form.setFieldValue('periodStart', at)}
        />
        <PeriodField
          label={t('campaigns.edit.periodEnd')}
          value={values.periodEnd}
          zone={zone}
          error={form.errors.periodEnd}
          disabled={readOnly}
          onChange={(at) => form.setFieldValue('periodEnd', at)}
        />
      </fieldset>
      {zone !== visitorZone() && <p className={classes.zone}>{t('calendar.timesIn', { zone: zoneName(zone) })}</p>}
      <div className={classes.message}>
        <h3 className={classes.heading}>{t('campaigns.edit.message')}</h3>
        {!readOnly && values.blocks.length === 0 && values.message.trim() === '' && <BeginWith onChoose={begin} />}
        {medium === 'mail' ? (
          <BlockList
            key={contentKey}
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
            {!readOnly && <InsertName field={messageField} onChange={(text) => form.setFieldValue('message', text)} />}
            <SmsCost message={values.message} audience={values.audience} campaignId={campaignId} />
          </div>
        )}
      </div>
    </>
  );
}

// Edits a campaign: its period, what it says, whom it reaches, and how it will look.
import { Alert, Tabs } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Campaign, type CampaignMedium, campaignMoves } from '#contract/campaigns/campaigns.ts';
import { isNew } from '#contract/lib/resource.ts';
import { CampaignResults } from '#web/campaigns/response/campaign-results.tsx';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { type CampaignValues, campaignValues, fieldLabels, formatOf } from './campaign-values.ts';
import { ContentFields } from './content-fields.tsx';
import { useCampaignForm } from './use-campaign-form.ts';

interface Props {
  medium: CampaignMedium;
  campaign: Campaign;
  /** A grant of the page lets people read, but not preview. */
  mayChange: boolean;
  onClose(): void;
  onSaved(saved: Campaign): Promise<void>;
}

type Tab = 'content' | 'audience' | 'preview' | 'results';

export function CampaignEditor({ medium, campaign, mayChange, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('content');
  const formElement = useRef<HTMLFormElement>(null);
  const readOnly = !mayChange || !campaignMoves[campaign.state].update;
  const zone = campaign.timeZone;
  const campaignId = isNew(campaign) ? undefined : campaign.id;
  const campaignForm = useCampaignForm({
    medium,
    campaign,
    onSaved: (saved) => closeSaved(() => void onSaved(saved)),
    onWrong(paths) {
      // The wrong field may be on another tab.
      setTab(paths.length > 0 && paths.every((path) => /^audience\b/i.test(path)) ? 'audience' : 'content');
      requestAnimationFrame(() => focusFirstWrong(formElement.current));
    },
  });
  const { form, base, contested, submit, isSaving, errorUnder, change, resolve } = campaignForm;
  const { values } = form;
  const { confirmAndClose, closeSaved } = useUnsavedChangesGuard(() => !readOnly && form.isDirty());
  const close = () => void confirmAndClose(onClose);
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
          theirs={{ ...campaignValues(base) }}
          mine={{ ...values }}
          onResolve={(field, side) => resolve(field as keyof CampaignValues, side)}
        />
        <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="content">{t('campaigns.edit.tabContent')}</Tabs.Tab>
            <Tabs.Tab value="audience">{t('campaigns.edit.tabAudience')}</Tabs.Tab>
            {mayChange && <Tabs.Tab value="preview">{t('campaigns.edit.tabPreview')}</Tabs.Tab>}
            {campaignId && <Tabs.Tab value="results">{t('campaigns.edit.tabResults')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="content">
            <ContentFields {...{ medium, campaignForm, campaignId, zone, readOnly }} />
          </Tabs.Panel>
          <Tabs.Panel value="audience">
            <AudienceFields
              medium={medium}
              campaignId={campaignId}
              audience={values.audience}
              readOnly={readOnly}
              errorOf={(field) => errorUnder(`audience.${field}`)}
              onChange={(audience) => change('audience', audience)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <CampaignPreview medium={medium} content={values} />
          </Tabs.Panel>
          <Tabs.Panel value="results">
            <CampaignResults medium={medium} figures={campaign.figures} isExplained />
          </Tabs.Panel>
        </Tabs>
        {!readOnly && (
          <DialogFoot
            isSticky
            confirmLabel={t('grid.save')}
            isBusy={isSaving}
            disabled={contested.length > 0}
            onCancel={close}
          />
        )}
      </form>
    </LargeDialog>
  );
}

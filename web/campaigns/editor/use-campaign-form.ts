// The form of a campaign: it is saved with its version, and joins what another person has saved meanwhile.
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import {
  type Campaign,
  type CampaignMedium,
  campaign as campaignSchema,
  campaignsOf,
} from '#contract/campaigns/campaigns.ts';
import { isNew } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CampaignValues, campaignValues, inputOf } from './campaign-values.ts';

interface Options {
  medium: CampaignMedium;
  campaign: Campaign;
  onSaved(saved: Campaign): void;
  /** Leads to the first wrong field. `paths` are those of the form or of the wire. */
  onWrong(paths: readonly string[]): void;
}

export type CampaignForm = ReturnType<typeof useCampaignForm>;

export function useCampaignForm({ medium, campaign, onSaved, onWrong }: Options) {
  const { t } = useTranslation();
  const operations = campaignsOf[medium];
  const form = useForm<CampaignValues>({
    initialValues: campaignValues(campaign),
    validate: validateBy(operations.insert),
  });
  const { base, contested, handleConflict, resolveConflict } = useVersionedForm<Campaign, CampaignValues>({
    form,
    row: campaign,
    rowSchema: campaignSchema,
    valuesOf: campaignValues,
  });
  // Counts the values that were replaced as a whole: their list of blocks is rendered again.
  const [resolved, setResolved] = useState(0);
  const save = useMutation({
    mutationFn: ({ given, version }: { given: CampaignValues; version: string }) =>
      isNew(campaign)
        ? call(operations.insert, inputOf(medium, given), { handlesErrors: [409] })
        : call(operations.update, { ...inputOf(medium, given), id: campaign.id, version }, { handlesErrors: [409] }),
    onSuccess(saved) {
      toast('success', t('campaigns.done.save', { name: saved.name }));
      onSaved(saved);
    },
    onError(error) {
      if (applyMessages(form, error, operations.insert))
        onWrong(error instanceof CallError ? error.messages.map(({ key }) => key) : []);
      else if (isConflict(error)) {
        const other = handleConflict(error);
        if (other) save.mutate({ given: form.getValues(), version: other.version });
      } else showError(error, error.message || t('grid.notSaved'));
    },
  });
  const submit = form.onSubmit(
    (given) => {
      if (contested.length === 0) save.mutate({ given, version: base.version });
    },
    (errors) => onWrong(Object.keys(errors)),
  );
  /** The error of a field, or of an entry of its list. */
  const errorUnder = (path: string) =>
    form.errors[path] ?? Object.entries(form.errors).find(([at]) => at.startsWith(`${path}.`))?.[1];
  /** Clears the field's errors: their blocks may have moved, or be gone. */
  const change = (field: 'blocks' | 'audience', value: Block[] | Audience) => {
    form.setFieldValue(field, value as CampaignValues[typeof field]);
    form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([path]) => path.split('.')[0] !== field)));
  };

  return {
    form,
    base,
    contested,
    submit,
    isSaving: save.isPending,
    errorUnder,
    change,
    fill(given: Partial<CampaignValues>) {
      form.setValues(given);
      setResolved(resolved + 1);
    },
    resolve(field: keyof CampaignValues, side: Parameters<typeof resolveConflict>[1]) {
      resolveConflict(field, side);
      setResolved(resolved + 1);
    },
    /** Another key renders the blocks again. */
    contentKey: `${base.version} ${resolved}`,
  };
}

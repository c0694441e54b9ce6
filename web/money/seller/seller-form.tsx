// The form for the seller's details. It preserves unsaved input.
import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type SellerDetails, seller, sellerDetails } from '#contract/money/seller.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from '#web/lib/ui/form.module.css';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import own from './seller-form.module.css';

/** Browsers list places only. */
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

const valuesOf = ({ version: _version, ...values }: SellerDetails) => values;
type Values = ReturnType<typeof valuesOf>;
type TextName = Exclude<keyof Values, 'timeZone' | 'vatRate'>;

export function SellerForm({ details }: { details: SellerDetails }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: valuesOf(details), validate: validateBy(seller.update) });
  const { base, contested, adoptSaved, handleConflict, resolveConflict } = useVersionedForm<SellerDetails, Values>({
    form,
    row: details,
    rowSchema: sellerDetails,
    valuesOf,
  });
  const save = useMutation({
    mutationFn: ({ values, version }: { values: Values; version: string }) =>
      call(seller.update, { ...values, version }, { handlesErrors: [409] }),
    onSuccess(saved, { values }) {
      queryClient.setQueryData(query(seller.get, {}).queryKey, saved);
      // The server writes accounts without gaps.
      if (adoptSaved(saved, values)) form.setValues(valuesOf(saved));
      toast('success', t('seller.saved'));
    },
    onError(error) {
      if (!isConflict(error)) applyMessages(form, error, seller.update);
      const retryRow = handleConflict(error);
      if (retryRow) save.mutate({ values: form.getValues(), version: retryRow.version });
    },
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const submit = form.onSubmit((values) => {
    if (contested.length === 0) save.mutate({ values, version: base.version });
  }, onWrong);
  const textOf = (name: TextName) => ({
    label: t(`seller.${name}`),
    ...lengthOf(seller.update, name),
    ...form.getInputProps(name),
  });
  return (
    <form noValidate className={own.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      {contested.length > 0 && (
        <Conflict
          fields={contested.map((name) => ({ name, label: t(`seller.${name}`), format: String }))}
          theirs={base}
          mine={form.values}
          onResolve={(name, side) => resolveConflict(name as keyof Values, side)}
        />
      )}
      <Section id="seller-details" title={t('seller.details')}>
        <div className={classes.fields}>
          <TextInput {...textOf('name')} autoComplete="organization" />
          <TextInput {...textOf('address')} autoComplete="street-address" />
          <TextInput {...textOf('registration')} />
          <TextInput {...textOf('vatId')} />
          <NumberInput
            label={t('seller.vatRate')}
            description={t('seller.vatRateHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            hideControls
            decimalScale={2}
            {...form.getInputProps('vatRate')}
            value={form.values.vatRate ?? ''}
            onChange={(value) => form.setFieldValue('vatRate', value === '' ? null : Number(value))}
          />
          <Select
            label={t('seller.timeZone')}
            description={t('seller.timeZoneHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={zones}
            searchable
            limit={50}
            allowDeselect={false}
            nothingFoundMessage={t('grid.nothing')}
            renderOption={({ option }) => option.label.replaceAll('_', ' ')}
            {...form.getInputProps('timeZone')}
          />
        </div>
      </Section>
      <Section id="seller-account" title={t('seller.account')}>
        <div className={classes.fields}>
          <TextInput {...textOf('iban')} />
          <TextInput
            {...textOf('bic')}
            description={t('seller.bicHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </div>
        <FormFoot>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty() || contested.length > 0}>
            {t('seller.save')}
          </Button>
        </FormFoot>
      </Section>
    </form>
  );
}

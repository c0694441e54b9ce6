// The terms of a company: a form that changes them from a day on, and all of them below.
import { NumberInput, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Terms, TermsHistory } from '#contract/balance/terms.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { isConflict } from '#web/lib/editor/use-versioned-form.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { euroInput } from '#web/lib/money.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { TermsHistoryTable } from './terms-history.tsx';

const { getTerms, changeTerms } = systemCompanies.operations;

interface Props {
  company: { id: string; name: string };
  onClose(): void;
}

export function TermsDialog({ company, onClose }: Props) {
  const { t } = useTranslation();
  const read = useQuery(query(getTerms, { companyId: company.id }));
  if (read.data) return <TermsForm company={company} history={read.data} onClose={onClose} />;
  return (
    <LargeDialog title={t('list.companies.terms.title', { name: company.name })} size="lg" onClose={onClose}>
      {read.isError ? <TryAgain onRetry={() => void read.refetch()} /> : <Skeleton height={320} />}
    </LargeDialog>
  );
}

/** In the order of the form. Prices have a sign; a price that can be empty has a hint. */
const fields: readonly { name: keyof Terms; decimals?: number; canBeEmpty?: boolean }[] = [
  { name: 'monthlyCost', decimals: 2 },
  { name: 'smsCost', decimals: 4 },
  { name: 'discountPercentage' },
  { name: 'discountMonths' },
  { name: 'maxUsers' },
  { name: 'extraUserCost', decimals: 2, canBeEmpty: true },
  { name: 'maxLocations' },
  { name: 'extraLocationCost', decimals: 2, canBeEmpty: true },
];

type Values = Record<keyof Terms, number | string> & { from: string };

function TermsForm({ company, history, onClose }: Props & { history: TermsHistory }) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: valuesOf(history),
    validate: validateBy(changeTerms, {
      input: inputOf,
      required: ['from', ...fields.filter(({ canBeEmpty }) => !canBeEmpty).map(({ name }) => name)],
    }),
  });
  const queryKey = query(getTerms, { companyId: company.id }).queryKey;
  const save = useMutation({
    mutationFn: (values: Values) =>
      // The form has a number in each field that cannot be empty.
      call(
        changeTerms,
        { ...(inputOf(values) as Terms & { from: string }), companyId: company.id, version: history.version },
        { handlesErrors: [409] },
      ),
    onSuccess(saved) {
      queryClient.setQueryData(queryKey, saved);
      toast('success', t('list.companies.terms.saved', { name: company.name }));
      // Any list has rows; the specific type is not needed.
      void refreshList(systemCompanies as never);
      onClose();
    },
    onError(error) {
      if (!isConflict(error)) return applyMessages(form, error, changeTerms);
      toast('danger', t('list.companies.terms.changed'));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <FormDialog
      title={t('list.companies.terms.title', { name: company.name })}
      confirmLabel={t('list.companies.terms.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <div className={formClasses.fields}>
        <DayField
          className={formClasses.wide}
          label={t('list.companies.terms.from')}
          description={t('list.companies.terms.fromHint')}
          min={history.today}
          required
          {...form.getInputProps('from')}
        />
        {fields.map(({ name, decimals, canBeEmpty }) => (
          <NumberInput
            key={name}
            label={fieldLabel(systemCompanies as never, name)}
            description={canBeEmpty ? t('list.companies.terms.perMonth') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk={!canBeEmpty}
            hideControls
            {...(decimals
              ? { ...euroInput(), decimalScale: decimals }
              : { decimalScale: name === 'discountPercentage' ? 2 : 0 })}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <TermsHistoryTable history={history} />
    </FormDialog>
  );
}

/** The terms of today, to change from today on. */
function valuesOf({ today, terms }: TermsHistory): Values {
  const present = terms.find(({ from }) => from === null || from <= today);
  const values = fields.map(({ name }) => [name, present?.[name] ?? '']);
  return { ...Object.fromEntries(values), from: today };
}

/** The input of the call: an empty price is none. */
function inputOf({ from, ...values }: Values): object {
  const numbers = Object.entries(values).map(([name, value]) => [name, value === '' ? null : Number(value)]);
  return { ...Object.fromEntries(numbers), from };
}

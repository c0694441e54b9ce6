// The billing details of all companies, for the operator, who checks their VAT numbers.
import { Select } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import type { Resource, RowOf } from '#contract/lib/resource.ts';
import { systemBilling } from '#contract/money/billing.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { countryOptions } from '#web/lib/countries.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark } from '#web/lib/grid/mark.tsx';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

type Billing = RowOf<(typeof systemBilling)['declared']>;

const CountryInput: CustomInput = ({ form: _form, row: _row, value, onChange, ...shared }) => (
  <Select
    {...shared}
    data={countryOptions()}
    searchable
    clearable
    limit={300}
    value={typeof value === 'string' && value !== '' ? value : null}
    onChange={(code) => onChange(code ?? '')}
  />
);

export function SystemBillingPage() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const mayCheck = allows(actions, systemBilling.operations.checkVatId.may);
  return (
    <Grid
      resource={systemBilling}
      columns={[
        { field: 'company', width: 160 },
        { field: 'name', width: 160 },
        { field: 'country', width: 110 },
        { field: 'vatId', width: 150, cell: ({ vatId }) => <span className="figures">{vatId || '–'}</span> },
        { field: 'isVatIdChecked', width: 140, cell: (row) => <CheckState row={row} /> },
        {
          field: 'isComplete',
          width: 130,
          cell: ({ isComplete }) =>
            isComplete ? t('list.billing.complete') : <Mark colour="orange">{t('list.billing.incomplete')}</Mark>,
        },
        { field: 'address', hidden: true },
        { field: 'billingEMail', hidden: true },
        { field: 'reference', hidden: true },
        { field: 'vatIdCheckedAt', hidden: true },
      ]}
      inputs={{ country: CountryInput }}
      actions={(row) => (mayCheck && row.vatId !== '' ? [checkAction(row)] : [])}
    />
  );
}

function CheckState({ row: { vatId, isVatIdChecked } }: { row: Billing }) {
  const { t } = useTranslation();
  if (vatId === '') return '–';
  return (
    <Mark colour={isVatIdChecked ? 'green' : 'inverse'}>
      {t(isVatIdChecked ? 'billing.checked' : 'billing.notChecked')}
    </Mark>
  );
}

function checkAction(row: Billing): RowAction {
  const { isVatIdChecked } = row;
  return {
    label: i18next.t(isVatIdChecked ? 'list.billing.uncheck' : 'list.billing.check'),
    icon: isVatIdChecked ? IconX : IconCheck,
    run: () => void checkVatId(row),
  };
}

async function checkVatId({ id, company, vatId, isVatIdChecked }: Billing): Promise<void> {
  const { t } = i18next;
  if (!isVatIdChecked) {
    const isAgreed = await ask({
      title: t('list.billing.checkTitle', { vatId, company }),
      text: t('list.billing.checkText'),
      confirmLabel: t('list.billing.check'),
    });
    if (!isAgreed) return;
  }
  const input = { id, vatId, isChecked: !isVatIdChecked };
  const isDone = await attempt(t('list.billing.notDone', { vatId }), () =>
    call(systemBilling.operations.checkVatId, input, { handlesErrors: true }),
  );
  if (isDone)
    toast('success', t(isVatIdChecked ? 'list.billing.uncheckedDone' : 'list.billing.checkedDone', { vatId }));
  await refreshList(systemBilling as unknown as Resource);
}

// The form for what receipts say about the seller. It preserves unsaved input.
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyReceiptDetails, type ReceiptDetails, vatRegimes } from '#contract/company/receipt-details.ts';
import { companyBilling } from '#contract/money/billing.ts';
import { call } from '#web/lib/client/client.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { useDetailsForm } from '#web/lib/editor/use-details-form.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const valuesOf = ({ name, address, registration, vatId, vatRegime }: ReceiptDetails) => {
  return { name, address, registration, vatId, vatRegime };
};
type Values = ReturnType<typeof valuesOf>;

const inputWrapperOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

export function ReceiptDetailsForm({ details, readOnly }: { details: ReceiptDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { form, formProps, saveProps, conflict } = useDetailsForm({
    service: companyReceiptDetails,
    details,
    valuesOf,
    onSaved: () => toast('success', t('receiptDetails.saved')),
  });
  const { name, address, vatId } = form.values;
  const isOpen = [name, address, vatId].includes('');
  const copy = useMutation({
    mutationFn: () => call(companyBilling.get, {}),
    onSuccess(billing) {
      const filled = { name: name || billing.name, address: address || billing.address, vatId: vatId || billing.vatId };
      const isSame = filled.name === name && filled.address === address && filled.vatId === vatId;
      if (isSame) toast('info', t('receiptDetails.nothingToCopy'));
      form.setValues(filled);
    },
  });
  const textOf = (field: Exclude<keyof Values, 'vatRegime'>) => ({
    label: t(`receiptDetails.${field}`),
    readOnly,
    ...lengthOf(companyReceiptDetails.update, field),
    ...form.getInputProps(field),
  });
  return (
    <form {...formProps}>
      <Conflict
        {...conflict((field) => t(`receiptDetails.${field}`), {
          vatRegime: (regime) => t(`receiptDetails.regime.${regime}`),
        })}
      />
      <Section
        id="receipt-details"
        title={t('receiptDetails.details')}
        action={
          !readOnly &&
          isOpen && (
            <Button variant="subtle" size="compact-sm" loading={copy.isPending} onClick={() => copy.mutate()}>
              {t('receiptDetails.copy')}
            </Button>
          )
        }
      >
        <div className={classes.fields}>
          <TextInput
            {...textOf('name')}
            {...{ inputWrapperOrder, description: t('receiptDetails.emptyHint', { text: details.company.name }) }}
            autoComplete="organization"
          />
          <TextInput
            {...textOf('address')}
            {...{ inputWrapperOrder }}
            description={details.company.address && t('receiptDetails.emptyHint', { text: details.company.address })}
            autoComplete="street-address"
          />
          <TextInput {...textOf('registration')} />
          <TextInput {...textOf('vatId')} />
          <Select
            label={t('receiptDetails.vatRegime')}
            description={t('receiptDetails.vatRegimeHint')}
            inputWrapperOrder={inputWrapperOrder}
            data={vatRegimes.map((regime) => ({ value: regime, label: t(`receiptDetails.regime.${regime}`) }))}
            allowDeselect={false}
            readOnly={readOnly}
            {...form.getInputProps('vatRegime')}
          />
        </div>
        {!readOnly && (
          <FormFoot>
            <Button {...saveProps}>{t('receiptDetails.save')}</Button>
          </FormFoot>
        )}
      </Section>
    </form>
  );
}

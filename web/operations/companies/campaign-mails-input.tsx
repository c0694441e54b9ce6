// The limit of the campaign e-mails of a company, with those that count now.
import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '#web/lib/count.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';

export const CampaignMailsInput: CustomInput = ({ id, label, error, required, disabled, row, value, onChange }) => {
  const { t } = useTranslation();
  return (
    <NumberInput
      {...{ id, label, error, disabled, value: value ?? '' }}
      description={t('list.companies.campaignMails', { used: formatCount(Number(row.campaignMailsOfDay)) })}
      inputWrapperOrder={hintBelow}
      withAsterisk={required}
      aria-required={required}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      clampBehavior="none"
      allowDecimal={false}
      hideControls
    />
  );
};

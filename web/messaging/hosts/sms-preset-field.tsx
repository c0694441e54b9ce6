// The vendor of an SMS gateway: choosing one fills in its host.
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { type SmsPreset, smsPresetNames, smsPresets } from '#contract/messaging/sms-presets.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';
import { optionText } from '#web/lib/grid/list-text.ts';

const isPreset = (value: unknown): value is SmsPreset => smsPresetNames.some((name) => name === value);

export const SmsPresetField: CustomInput = ({ id, label, error, disabled, value, onChange, form }) => {
  const { t } = useTranslation();
  function choose(next: string | null): void {
    onChange(next);
    const { host } = form.values;
    // A host that the operator typed, such as that of a region, stays.
    if (!isPreset(next) || (host !== '' && !Object.values(smsPresets).some((known) => known === host))) return;
    form.setFieldValue('host', smsPresets[next]);
    form.setFieldValue('port', 443);
    form.setFieldValue('ssl', true);
  }
  return (
    <Select
      id={id}
      label={label}
      description={
        isPreset(value)
          ? t('list.smsgateways.hint.preset', { host: smsPresets[value] })
          : t('list.smsgateways.hint.presetOther')
      }
      inputWrapperOrder={hintBelow}
      error={error}
      disabled={disabled}
      allowDeselect={false}
      data={[...smsPresetNames, 'other'].map((name) => ({
        value: name,
        label: optionText(systemSmsGateways, 'preset', name),
      }))}
      value={value ?? 'other'}
      onChange={choose}
    />
  );
};

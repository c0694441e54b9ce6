// The user of an SMS gateway, which an SMSC calls a system ID.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';

export const SmsUserField: CustomInput = ({ id, label, error, disabled, maxLength, value, onChange, form }) => {
  const { t } = useTranslation();
  const isLink = form.values.kind === 'smpp';
  return (
    <TextInput
      id={id}
      label={isLink ? t('list.smsgateways.systemId') : label}
      withAsterisk={isLink}
      error={error}
      disabled={disabled}
      maxLength={maxLength}
      autoComplete="off"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

// The password of a host: can be set but is never shown again.
import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';

export const PasswordField: CustomInput = ({ id, label, error, disabled, maxLength, value, onChange, row }) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      id={id}
      label={label}
      description={row.hasPassword ? t('list.hosts.kept') : undefined}
      error={error}
      disabled={disabled}
      value={value ?? ''}
      // Prevents a password manager from offering the operator's own.
      autoComplete="new-password"
      maxLength={maxLength}
      visibilityToggleButtonProps={{ 'aria-label': t('list.hosts.showPassword') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

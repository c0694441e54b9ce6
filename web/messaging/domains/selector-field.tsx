// The name of the DKIM key, for providers whose names are not known here.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

const debounceMs = 500;

export function SelectorField({ onChange }: { onChange: (selector: string) => void }) {
  const { t } = useTranslation();
  const change = useDebouncedCallback(onChange, debounceMs);
  return (
    <TextInput
      label={t('domains.selector')}
      placeholder="selector1"
      maxLength={63}
      onChange={(event) => change(event.currentTarget.value.toLowerCase().replaceAll(/[^a-z0-9._-]/g, ''))}
    />
  );
}

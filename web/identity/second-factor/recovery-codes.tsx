// Shows the recovery codes, only once, to copy and confirm.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web/lib/ui/copy-text.ts';
import classes from './security.module.css';

export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{t('security.codesText')}</Text>
      <ul className={classes.codes} aria-label={t('security.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="sm">
        <Button variant="default" onClick={() => void copyText(codes.join('\n'), t('security.copied'))}>
          {t('security.copy')}
        </Button>
        <Button onClick={onSaved}>{t('security.kept')}</Button>
      </Group>
    </Stack>
  );
}

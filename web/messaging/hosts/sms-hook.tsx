// The address at which the vendor of a gateway delivers receipts and inbound texts.
import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { query } from '#web/lib/client/client.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';

export function SmsHook({ gateway, onClose }: { gateway: { id: string; key: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const read = useQuery(query(systemSmsGateways.operations.getHook, { id: gateway.id }));
  const { url = '' } = read.data ?? {};
  return (
    <Dialog onClose={onClose} title={gateway.key} centered>
      <Text size="sm" mb="md">
        {t('list.smsgateways.hookText')}
      </Text>
      {read.isPending && <Skeleton height={60} />}
      {read.isError && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && (
        <TextInput
          readOnly
          data-autofocus
          label={t('list.smsgateways.hook')}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('app.close')}
        </Button>
        <Button disabled={!url} onClick={() => void copyText(url, t('list.smsgateways.hookCopied'))}>
          {t('list.smsgateways.hookCopy')}
        </Button>
      </Group>
    </Dialog>
  );
}

// Tests a mail server and shows its response.
import { Alert, Button, Group, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { call } from '#web/lib/client/client.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

export function SmtpTest({ smtp, onClose }: { smtp: { id: string; key: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const test = useMutation({ mutationFn: () => call(systemSmtps.operations.sendTest, { id: smtp.id }) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on opening.
  useEffect(() => test.mutate(), []);
  const { data } = test;
  return (
    <Dialog onClose={onClose} title={t('list.smtps.testTitle', { name: smtp.key })} centered>
      <div role="status">
        {test.isPending && (
          <Group gap="sm">
            <Loader size={18} />
            {t('list.smtps.testing')}
          </Group>
        )}
        {data && (
          <Alert
            color={data.sent ? 'green' : 'red'}
            variant="light"
            styles={{ title: { color: 'var(--daybook-text)' } }}
            title={t(data.sent ? 'list.smtps.testSent' : 'list.smtps.testFailed', { to: data.to })}
          >
            <code style={{ overflowWrap: 'anywhere' }}>{data.answer}</code>
          </Alert>
        )}
      </div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('app.close')}
        </Button>
        {test.isError && <Button onClick={() => test.mutate()}>{t('static.tryAgain')}</Button>}
      </Group>
    </Dialog>
  );
}

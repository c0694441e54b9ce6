// Opens a bounce mailbox and shows what lies in it.
import { Alert, Button, Group, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { call } from '#web/lib/client/client.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

export function MailboxTest({ mailbox, onClose }: { mailbox: { id: string; key: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const test = useMutation({ mutationFn: () => call(systemBounceMailboxes.operations.test, { id: mailbox.id }) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on opening.
  useEffect(() => test.mutate(), []);
  const { data } = test;
  return (
    <Dialog onClose={onClose} title={t('list.bouncemailboxes.testTitle', { name: mailbox.key })} centered>
      <div role="status">
        {test.isPending && (
          <Group gap="sm">
            <Loader size={18} />
            {t('list.bouncemailboxes.testing')}
          </Group>
        )}
        {data && (
          <Alert
            color={data.works ? 'green' : 'red'}
            variant="light"
            styles={{ title: { color: 'var(--daybook-text)' } }}
            title={t(data.works ? 'list.bouncemailboxes.opened' : 'list.bouncemailboxes.notOpened')}
          >
            {data.works && (
              <p style={{ margin: 0 }}>
                {t('list.bouncemailboxes.found', {
                  messages: data.messages,
                  reports: data.reports,
                  signed: data.signed,
                })}
              </p>
            )}
            {data.answer === 'noFolder'
              ? t('list.bouncemailboxes.noFolder')
              : data.answer && <code style={{ overflowWrap: 'anywhere' }}>{data.answer}</code>}
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

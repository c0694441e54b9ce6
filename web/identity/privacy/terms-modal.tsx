// Covers the dashboard until the person agrees to the latest terms and conditions.
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { privacy } from '#contract/identity/privacy.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { useSignOut } from '#web/identity/sign-in/sign-out.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import { reportNewerText } from './newer-text.ts';
import classes from './terms-modal.module.css';

/** Not shown during impersonation: consent must come from the person themselves. */
export function TermsModal() {
  const { user: person, isImpersonated } = useCurrentUser();
  return person.termsAndConditions || isImpersonated ? null : <Terms />;
}

function Terms() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const text = useQuery({ ...query(application.termsAndConditions, {}), staleTime: 0 });
  const html = useMemo(() => (text.data ? safeHtml(text.data.html) : undefined), [text.data]);
  const agree = useMutation({
    mutationFn: () =>
      call(privacy.setTermsAndConditionsAgreed, { version: text.data?.version }, { handlesErrors: [409] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [user.getCurrent.path] }),
    onError: (error) => void (reportNewerText(error) && text.refetch()),
  });
  return (
    <Modal
      opened
      onClose={() => {}}
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('privacy.terms')}
      attributes={{ ...plainHeader, root: { 'data-terms': true } }}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <Text c="dimmed" mb="sm">
        {t('privacy.termsLead')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scrollable area. */}
      <section className={classes.text} tabIndex={0} aria-label={t('privacy.terms')}>
        {text.isPending && <Skeleton height={220} />}
        {text.isError && <TryAgain onRetry={() => void text.refetch()} />}
        {html !== undefined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: `safeHtml` returns plain text elements only.
          <div dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </section>
      <Group justify="space-between" mt="lg">
        <Button variant="default" onClick={() => void signOut()}>
          {t('privacy.signOut')}
        </Button>
        <Button disabled={!text.data} loading={agree.isPending} onClick={() => agree.mutate()}>
          {t('privacy.agree')}
        </Button>
      </Group>
    </Modal>
  );
}

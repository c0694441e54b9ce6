// Public pages of the operator's texts: terms, privacy, cookies.
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './text-page.module.css';

export function TermsPage() {
  return <TextPage title="shell.terms" text={useText(application.termsAndConditions)} />;
}

export function PrivacyPage() {
  return <TextPage title="shell.privacy" text={useText(application.privacyPolicy)} />;
}

export function CookiesPage() {
  return <TextPage title="shell.cookies" text={useText(application.cookiesPolicy)} />;
}

const useText = (operation: typeof application.privacyPolicy) => useQuery(query(operation, {}));

function TextPage({ title, text }: { title: MessageKey; text: ReturnType<typeof useText> }) {
  const { t } = useTranslation();
  const html = useMemo(() => (text.data ? safeHtml(text.data.html) : undefined), [text.data]);
  return (
    <Page layout="sheet" title={t(title)}>
      {text.isError && <TryAgain onRetry={() => void text.refetch()} />}
      {text.isPending && (
        <Stack gap="sm" aria-busy="true">
          {[96, 100, 88, 94, 60].map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} />
          ))}
        </Stack>
      )}
      {html !== undefined && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: `safeHtml` returns plain text elements only.
        <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </Page>
  );
}

// Public pages of the operator's texts: terms, privacy, cookies.
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from '#web/lib/ui/site.module.css';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { useTitle } from '#web/lib/ui/use-title.ts';

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

function TextPage({ title, text }: { title: string; text: ReturnType<typeof useText> }) {
  const { t } = useTranslation();
  useTitle(t(title));
  const html = useMemo(() => (text.data ? safeHtml(text.data.html) : undefined), [text.data]);
  return (
    <article className={classes.sheet}>
      <h1 className={classes.title}>{t(title)}</h1>
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
    </article>
  );
}

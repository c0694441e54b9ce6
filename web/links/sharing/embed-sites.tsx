// The websites of the company that may show its booking form, one on each line.
import { Button, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { company } from '#contract/company/details.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './sharing.module.css';

export function EmbedSites() {
  const { t } = useTranslation();
  const read = useQuery(query(company.get, {}));
  if (read.isPending) return <Skeleton height={120} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  return <SitesForm saved={read.data.embedOrigins} />;
}

function SitesForm({ saved }: { saved: readonly string[] }) {
  const { t } = useTranslation();
  const [text, setText] = useState(saved.join('\n'));
  const [wrong, setWrong] = useState<string>();
  const sites = sitesIn(text);
  const save = useMutation({
    mutationFn: () => call(company.setEmbedOrigins, { embedOrigins: sites }, { handlesErrors: [417] }),
    onSuccess(details) {
      queryClient.setQueryData(query(company.get, {}).queryKey, details);
      setText(details.embedOrigins.join('\n'));
      toast('success', t('sharing.sitesSaved'));
    },
    onError(error) {
      const [refused] = error instanceof CallError ? error.messages : [];
      if (!refused) return showError(error, t('error.unexpected'));
      const [, index] = /\[(\d+)\]$/.exec(refused.key) ?? [];
      setWrong([index && sites[Number(index)], refused.message].filter(Boolean).join(': '));
      document.getElementById('embed-sites')?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(undefined);
    save.mutate();
  };
  return (
    <form className={classes.sites} onSubmit={submit} noValidate>
      <Textarea
        id="embed-sites"
        label={t('sharing.sites')}
        description={saved.length > 0 ? t('sharing.sitesHint') : t('sharing.noSites')}
        placeholder="https://www.example.com"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={text}
        error={wrong}
        onChange={({ currentTarget: { value } }) => {
          setWrong(undefined);
          setText(value);
        }}
      />
      <div>
        <Button type="submit" loading={save.isPending} disabled={sites.join('\n') === saved.join('\n')}>
          {t('company.save')}
        </Button>
      </div>
    </form>
  );
}

/** A browser copies the address of a website with a slash at its end. */
function sitesIn(text: string): string[] {
  return text
    .split(/\s+/)
    .map((line) => line.replace(/^(https:\/\/[^/]+)\/$/i, '$1'))
    .filter(Boolean);
}

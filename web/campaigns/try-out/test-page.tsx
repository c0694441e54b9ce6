// Tries a campaign out, outside the application: every kind of mail program beside each other. Nothing here is counted.
import { Button, Skeleton } from '@mantine/core';
import { IconLinkOff, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { MailVariant, variants, Warnings } from '#web/campaigns/editor/mail-variant.tsx';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './test-page.module.css';

export function CampaignTestPage() {
  const { Id: id = '' } = useSearch({ from: '/public/marketing/test' });
  const [contactId, setContactId] = useState<string>();
  // Ids are unique over both media.
  const read = useQuery({
    queryKey: ['campaign test', id, contactId],
    queryFn: async ({ signal }) => {
      const input = { id, ...(contactId && { contactId }) };
      const options = { signal, handlesErrors: true };
      try {
        return { medium: 'mail' as const, ...(await call(campaignsOf.mail.getTest, input, options)) };
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
        return { medium: 'sms' as const, ...(await call(campaignsOf.sms.getTest, input, options)) };
      }
    },
    placeholderData: (before) => before,
    retry: false,
  });
  if (read.data) return <Test id={id} contactId={contactId} rendered={read.data} onContact={setContactId} />;
  const { error } = read;
  if (error instanceof CallError && [403, 404, 410, 417].includes(error.status)) {
    return <Unknown id={id} isSignedIn={error.status !== 410} />;
  }
  if (error) return <TryAgain onRetry={() => void read.refetch()} />;
  return <Loading />;
}

type Rendered = Awaited<ReturnType<typeof call<typeof campaignsOf.mail.getTest>>> & { medium: CampaignMedium };

interface TestProps {
  id: string;
  contactId: string | undefined;
  rendered: Rendered;
  onContact(id: string | undefined): void;
}

function Test({ id, contactId, rendered, onContact }: TestProps) {
  const { t } = useTranslation();
  const { medium, name } = rendered;
  const [contact, setContact] = useState('');
  const operations = campaignsOf[medium];
  const sendMe = useMutation({
    mutationFn: () => call(operations.sendTest, { id, ...(contactId && { contactId }) }, { handlesErrors: true }),
    onSuccess: ({ to }) => toast('success', t('campaigns.try.sent', { to })),
    onError: (error) => showError(error, error.message),
  });
  return (
    <div className={classes.page}>
      <Page
        title={t('campaigns.try.title', { name })}
        lead={t('campaigns.try.lead')}
        width="84rem"
        actions={
          medium === 'mail' && (
            <Button
              leftSection={<IconSend size={16} aria-hidden="true" />}
              loading={sendMe.isPending}
              onClick={() => sendMe.mutate()}
            >
              {t('campaigns.try.sendMe')}
            </Button>
          )
        }
      >
        <div className={classes.contact}>
          <RemoteCombobox
            field={{
              label: t('campaigns.try.contact'),
              description: t('campaigns.try.contactHint'),
              placeholder: t('campaigns.try.example'),
            }}
            value={contact}
            onChange={(text) => {
              setContact(text);
              // The preview shows the message as the named customer sees it.
              onContact(undefined);
            }}
            find={(search) => query(companyContacts.operations.getPaginated, { search, rowsPerPage: 10 })}
            optionsOf={({ contacts }) => contacts}
            debounceMs={250}
            listLabel={t('campaigns.try.contact')}
            renderOption={(option) => `${option.name} ${option.eMail}`}
            onChoose={(option) => {
              setContact(option.name);
              onContact(option.id);
            }}
          />
        </div>
        <Warnings rendered={rendered} />
        <Links id={id} medium={medium} links={rendered.links} />
        <div className={classes.variants}>
          {(medium === 'mail' ? variants : (['plain'] as const)).map((variant) => (
            <section key={variant} data-variant={variant} aria-labelledby={`variant-${variant}`}>
              <h2 id={`variant-${variant}`} className={classes.heading}>
                {t(`campaigns.show.${variant}`)}
              </h2>
              <MailVariant rendered={rendered} variant={variant} />
            </section>
          ))}
        </div>
      </Page>
    </div>
  );
}

interface LinksProps {
  id: string;
  medium: CampaignMedium;
  links: readonly { url: string; label: string }[];
}

function Links({ id, medium, links }: LinksProps) {
  const { t } = useTranslation();
  const check = useMutation({
    mutationFn: () => call(campaignsOf[medium].checkLinks, { id }, { handlesErrors: true }),
    onError: (error) => showError(error, error.message),
  });
  if (links.length === 0) return null;
  const checked = new Map(check.data?.map((one) => [one.url, one]));
  return (
    <section aria-labelledby="campaign-links">
      <div className={classes.linksHead}>
        <h2 id="campaign-links" className={classes.heading}>
          {t('campaigns.try.links')}
        </h2>
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('campaigns.try.check')}
        </Button>
      </div>
      <ul className={classes.links} aria-busy={check.isPending}>
        {links.map(({ url, label }) => {
          const answer = checked.get(url);
          return (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {url}
              </a>
              {label && <span className={classes.soft}> {label}</span>}
              {answer && (
                <strong className={answer.works ? undefined : classes.broken}>
                  {!answer.works && <IconLinkOff size={14} aria-hidden="true" />}{' '}
                  {answer.works ? t('campaigns.try.works') : t('campaigns.try.broken', { answer: answer.answer })}
                </strong>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The same for an unknown campaign and one of another company. */
function Unknown({ id, isSignedIn }: { id: string; isSignedIn: boolean }) {
  const { t } = useTranslation();
  const lead = t(isSignedIn ? 'campaigns.try.unknownHere' : 'campaigns.try.unknownLead');
  return (
    <Page layout="note" title={t('campaigns.try.unknown')} lead={lead}>
      {isSignedIn ? (
        <Link to="/app/home">{t('campaigns.try.toApp')}</Link>
      ) : (
        <Link to="/user/login" search={{ to: `/Marketing/Test/?Id=${id}` }}>
          {t('campaigns.try.signIn')}
        </Link>
      )}
    </Page>
  );
}

function Loading() {
  const { t } = useTranslation();
  useTitle(t('campaigns.try.loading'));
  return (
    <div className={classes.page} aria-busy="true">
      <p className="unseen">{t('campaigns.try.loading')}</p>
      <Skeleton height={480} radius={8} />
    </div>
  );
}

// The latest mails and SMS to a customer about their visits, for those who may read the company's messages.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { minuteOf, now, visitorZone } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useStateWords } from '#web/messaging/outbox/delivery-state.tsx';
import classes from './contacts.module.css';

/** How far back the list of all mails to the address goes. */
const days = 400;

export function MessagesSection({ contact: { id: contactId, eMail } }: { contact: { id: string; eMail: string } }) {
  const { t } = useTranslation();
  const startDate = now()
    .subtract({ hours: 24 * days })
    .toString()
    .slice(0, 10);
  const wordsOf = useStateWords();
  const read = useQuery(query(visits.getMessages, { contactId }));
  const messages = read.data;
  return (
    <Section
      id="customer-messages"
      title={t('customers.messages')}
      action={
        eMail && messages && messages.length > 0 ? (
          <Link
            to={'/app/company/email/messages' as string}
            search={{ search: `to: ${eMail}`, from: startDate } as never}
          >
            {t('customers.allMessages')}
          </Link>
        ) : undefined
      }
    >
      {read.isPending && <Skeleton height={80} />}
      {read.isError && !messages && <TryAgain onRetry={() => void read.refetch()} />}
      {messages?.length === 0 && <p className={classes.quiet}>{t('customers.noMessages')}</p>}
      <ul className={classes.list}>
        {messages?.map(({ id, medium, subject, state, createdAt }) => (
          <li key={id}>
            <span>{subject}</span>
            <span className={classes.more}>
              {[medium === 'sms' && 'SMS', minuteOf(createdAt, visitorZone()), wordsOf(state, medium)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

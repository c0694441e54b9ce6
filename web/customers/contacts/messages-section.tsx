// The latest mails to a customer's address, for those who may read the company's mails.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { companyEmailMessages } from '#contract/messaging/mail.ts';
import { query } from '#web/lib/client/client.ts';
import { minuteOf, now, visitorZone } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import classes from './contacts.module.css';

const rowsPerPage = 10;
/** How far back the mails are read. */
const days = 400;

export function MessagesSection({ eMail }: { eMail: string }) {
  const { t } = useTranslation();
  // The day, so that the query stays the same while the card is open.
  const startDate = now()
    .subtract({ hours: 24 * days })
    .toString()
    .slice(0, 10);
  const input = { search: `to: ${eMail}`, startDate, order: '-Created', rowsPerPage };
  const read = useQuery(query(companyEmailMessages.operations.getPaginated, input));
  const messages = read.data?.messages;
  return (
    <Section
      id="customer-messages"
      title={t('customers.messages')}
      action={
        messages && messages.length > 0 ? (
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
        {messages?.map(({ id, subject, state, createdAt }) => (
          <li key={id}>
            <span>{subject}</span>
            <span className={classes.more}>
              {minuteOf(createdAt, visitorZone())} · {t(`grid.option.state.${state}`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

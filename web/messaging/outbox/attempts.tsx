// The attempts to send one message and what came back, below the message.
import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AttemptOutcome } from '#contract/messaging/attempts.ts';
import type { companyEmailMessages, systemEmailMessages } from '#contract/messaging/mail.ts';
import type { ProblemList } from '#contract/messaging/problems.ts';
import { query } from '#web/lib/client/client.ts';
import { momentOf, visitorZone } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './attempts.module.css';

type Operation = (typeof companyEmailMessages | typeof systemEmailMessages | ProblemList)['operations']['getAttempts'];

const colours: Partial<Record<AttemptOutcome, string>> = {
  sent: 'green',
  again: 'blue',
  refused: 'red',
  bounced: 'red',
  returned: 'red',
  complaint: 'red',
  givenUp: 'red',
};

export function AttemptList({ operation, id }: { operation: Operation; id: string }) {
  const { t } = useTranslation();
  const read = useQuery(query(operation, { id }));
  return (
    <section className={classes.attempts} aria-labelledby="attempts" aria-busy={read.isPending}>
      <h3 id="attempts">{t('messageAttempts.title')}</h3>
      {read.isPending && <Skeleton height={48} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data?.length === 0 && <p>{t('messageAttempts.none')}</p>}
      {read.data && read.data.length > 0 && (
        <ol>
          {read.data.map(({ createdAt, outcome, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is read as a whole, and two attempts may be equal.
            <li key={index}>
              <span className="figures">{momentOf(createdAt, visitorZone())}</span>
              <Badge variant="dot" color={colours[outcome] ?? 'gray'} tt="none" fw={500}>
                {t(`messageAttempts.outcome.${outcome}`)}
              </Badge>
              {answer && <code>{answer}</code>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

// The last verification of the books, check by check, and the accounts of the ledger.
import { Button, Progress, Skeleton } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { bookChecks } from '#contract/money/books.ts';
import { type Books, type Ledger, systemBooks } from '#contract/operations/books.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { momentOf, visitorZone } from '#web/lib/dates.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './books.module.css';

/** While a verification is under way (ms). */
const interval = 1_000;

const isUnderWay = (books: Books | undefined) =>
  books !== undefined && (books.isAsked || books.run?.isRunning === true);

export function BooksSummary() {
  const books = useQuery({
    ...query(systemBooks.get, {}),
    refetchInterval: ({ state }) => isUnderWay(state.data) && interval,
  });
  // Summed up once: a verification changes none of them.
  const ledger = useQuery(query(systemBooks.getAccounts, {}));
  return (
    <div className={classes.parts}>
      {books.data ? <Verification books={books.data} /> : <Waiting read={books} />}
      {ledger.data ? <Accounts accounts={ledger.data.accounts} /> : <Waiting read={ledger} />}
    </div>
  );
}

function Waiting({ read }: { read: { isError: boolean; refetch: () => unknown } }) {
  return read.isError ? <TryAgain onRetry={() => void read.refetch()} /> : <Skeleton height={320} radius={12} />;
}

function Verification({ books }: { books: Books }) {
  const { t } = useTranslation();
  const mayVerify = allows(useCurrentUser().actions, systemBooks.verify.may);
  const { run } = books;
  async function verify(): Promise<void> {
    await attempt(t('books.notStarted'), async () => {
      const begun = await call(systemBooks.verify, {}, { handlesErrors: true });
      queryClient.setQueryData(query(systemBooks.get, {}).queryKey, begun);
    });
  }
  return (
    <Section
      id="verification"
      title={t('books.verification')}
      action={
        mayVerify && (
          <Button variant="default" size="compact-md" disabled={isUnderWay(books)} onClick={() => void verify()}>
            {t('books.runNow')}
          </Button>
        )
      }
    >
      <p className={classes.state} role="status" data-wrong={(run?.wrong.length ?? 0) > 0 || undefined}>
        <State books={books} />
      </p>
      {run?.isRunning && <Progress value={(100 * run.done) / run.total} aria-label={t('books.verification')} mb="md" />}
      {run && <Checks run={run} />}
    </Section>
  );
}

function State({ books: { isAsked, run } }: { books: Books }) {
  const { t } = useTranslation();
  if (isAsked) return t('books.waiting');
  if (!run) return t('books.never');
  const { done, total, wrong, endedAt, isRunning } = run;
  if (isRunning) return t('books.running', { done, total });
  if (endedAt === null) return t('books.stopped', { done, total });
  const result = wrong.length === 0 ? t('books.right') : t('books.wrong', { count: wrong.length });
  return (
    <>
      <strong>{result}</strong>{' '}
      <span className={classes.when}>{t('books.ended', { at: momentOf(endedAt, visitorZone()) })}</span>
    </>
  );
}

const signs = { isRight: IconCheck, isWrong: IconX, isPending: IconMinus };

function Checks({ run: { done, wrong } }: { run: NonNullable<Books['run']> }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.checks}>
      {bookChecks.map((check, index) => {
        const found = wrong.filter((one) => one.check === check);
        const outcome = index >= done ? 'isPending' : found.length > 0 ? 'isWrong' : 'isRight';
        const Sign = signs[outcome];
        return (
          <li key={check} className={classes.check} data-outcome={outcome}>
            <Sign size={18} stroke={2} role="img" aria-label={t(`books.${outcome}`)} />
            <div>
              {t(`books.check.${check}`)}
              {found.length > 0 && (
                <ul className={classes.found}>
                  {found.map((one) => (
                    <li key={one.subject} className="figures">
                      {one.found === null && one.expected === null ? one.subject : t('books.found', { ...one })}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Debits and credits, which have the same sum. */
function Accounts({ accounts }: Ledger) {
  const { t } = useTranslation();
  const sumOf = (sign: 1 | -1) => sumOfEuros(accounts.map(({ balance }) => Math.max(sign * balance, 0)));
  return (
    <Section id="accounts" title={t('books.accounts')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('books.account')}</th>
            <th scope="col">{t('books.debit')}</th>
            <th scope="col">{t('books.credit')}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ key, balance }) => (
            <tr key={key}>
              <th scope="row">{t(`books.accountName.${key}`)}</th>
              <td className="figures">{balance > 0 && formatFullEuro(balance)}</td>
              <td className="figures">{balance < 0 && formatFullEuro(-balance)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('books.sum')}</th>
            <td className="figures">{formatFullEuro(sumOf(1))}</td>
            <td className="figures">{formatFullEuro(sumOf(-1))}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}

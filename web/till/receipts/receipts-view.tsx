// The receipts of a register's location, the latest first.
import { Button, Skeleton, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillReceipt, type TillState, tills } from '#contract/till/tills.ts';
import { call } from '#web/lib/client/client.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { methodNames } from './method-names.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import classes from './receipts.module.css';

/** As many as the server returns at once. */
const pageSize = 50;

export function ReceiptsView({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 250);
  const [isMissing, setMissing] = useState(false);
  const [openId, setOpen] = useState<string>();
  const read = useInfiniteQuery({
    queryKey: [tills.getReceipts.path, { registerId: till.id, words, isMissing }],
    queryFn: ({ signal, pageParam }) =>
      call(
        tills.getReceipts,
        { registerId: till.id, words, isMissing, ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.createdAt),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const receipts = read.data?.pages.flat() ?? [];
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('till.screen.findReceipt')}
          placeholder={t('till.screen.findReceipt')}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {(till.mode === 'beside' || isMissing) && (
          <Switch
            label={t('till.screen.onlyMissing')}
            checked={isMissing}
            onChange={(event) => setMissing(event.currentTarget.checked)}
          />
        )}
      </div>
      {read.isPending && <Skeleton height={240} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && receipts.length === 0 && (
        <p className={classes.empty}>
          {words ? t('app.nothingFound', { words }) : t(isMissing ? 'till.screen.noMissing' : 'till.screen.noReceipts')}
        </p>
      )}
      {receipts.length > 0 && (
        <ul className={classes.list} data-stale={read.isPlaceholderData || undefined}>
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <ReceiptRow receipt={receipt} onOpen={() => setOpen(receipt.id)} />
            </li>
          ))}
        </ul>
      )}
      {read.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {t('till.screen.showMore')}
        </Button>
      )}
      {openId && (
        <ReceiptDialog
          key={openId}
          till={till}
          receiptId={openId}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function ReceiptRow({ receipt, onOpen }: { receipt: TillReceipt; onOpen: () => void }) {
  const { t } = useTranslation();
  const { number, createdAt, timeZone, customer, payments, amount, refundsId, refunded, deviceNumber, register } =
    receipt;
  const state = refundsId
    ? t('till.screen.refundReceipt')
    : refunded > 0 && t('receipts.partlyRefunded', { amount: formatFullEuro(refunded) });
  return (
    <button type="button" className={classes.row} onClick={onOpen}>
      <strong className="figures">{number ?? '–'}</strong>
      <span>
        {[minuteOf(createdAt, timeZone), customer].filter(Boolean).join(' · ')}
        <span className={classes.note}>
          {[methodNames(payments), register, state].filter(Boolean).join(' · ')}
          {deviceNumber === '' && <span className={classes.missing}> · {t('till.screen.missing')}</span>}
        </span>
      </span>
      <span className="figures">{formatFullEuro(amount)}</span>
    </button>
  );
}

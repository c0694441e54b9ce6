// The incomes of the company by day, 30 days back and ahead, with estimates to enter.
import { Button, NumberInput, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Income } from '#contract/reports/incomes.ts';
import { plainDay } from '#web/lib/dates.ts';
import { euroInput, formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './report.module.css';
import { useDailyIncomes } from './use-daily-incomes.ts';
import { useToday } from './use-today.ts';

/** Days shown before and after today (specification, "Notes"). */
const span = 30;

export function DailyIncomes({ onDay }: { onDay(day: string): void }) {
  const { t } = useTranslation();
  const today = useToday();
  const range = { start: today.subtract({ days: span }).toString(), end: today.add({ days: span }).toString() };
  const { read, save, clear } = useDailyIncomes(range);
  // The first days are past: today is in the middle.
  const current = useRef<HTMLTableRowElement>(null);
  const isLoaded = read.data !== undefined;
  useEffect(() => {
    const row = current.current;
    const frame = row?.closest<HTMLElement>('[data-frame]');
    if (isLoaded && row && frame) frame.scrollTop = row.offsetTop - frame.clientHeight / 2;
  }, [isLoaded]);

  async function askAndClear(): Promise<void> {
    const isSure = await ask({
      title: t('incomes.clearTitle'),
      text: t('incomes.clearText'),
      confirmLabel: t('incomes.clear'),
      danger: true,
    });
    if (isSure) clear.mutate();
  }

  return (
    <Section
      id="daily-incomes"
      title={t('incomes.daily')}
      action={
        <Button
          className={classes.screenOnly}
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={clear.isPending}
          disabled={!read.data?.some(({ isEntered }) => isEntered)}
          onClick={() => void askAndClear()}
        >
          {t('incomes.clear')}
        </Button>
      }
    >
      <p className={classes.terms}>{t('incomes.terms')}</p>
      {read.isPending && <Skeleton height={320} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && (
        <div className={classes.daily} data-frame>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('reportPage.dayColumn')}</th>
                <th scope="col">{t('incomes.estimated')}</th>
                <th scope="col">{t('incomes.calculated')}</th>
                <th scope="col">{t('incomes.realized')}</th>
              </tr>
            </thead>
            <tbody>
              {read.data.map((row) => (
                <tr
                  key={row.date}
                  {...(row.date === today.toString() && { ref: current, 'aria-current': 'date' as const })}
                >
                  <th scope="row">
                    <button type="button" className={classes.rowLink} onClick={() => onDay(row.date)}>
                      {plainDay(row.date, { weekday: 'short', day: 'numeric', month: 'short' })}
                    </button>
                  </th>
                  <td>
                    <Estimate row={row} onSave={(estimated) => save.mutate({ date: row.date, estimated })} />
                  </td>
                  <td>{formatEuro(row.calculated)}</td>
                  <td>{formatEuro(row.realized)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** A button that becomes a field: Enter and leaving it save, Escape does not, an empty field removes the estimate. */
function Estimate({ row, onSave }: { row: Income; onSave(estimated: number | null): void }) {
  const { t } = useTranslation();
  const [typed, type] = useState<number | string>();
  const button = useRef<HTMLButtonElement>(null);
  // The field that had the focus is gone: the keyboard goes on at its button.
  const endedByKey = useRef(false);
  useEffect(() => {
    if (typed === undefined && endedByKey.current) button.current?.focus();
    endedByKey.current = false;
  }, [typed]);
  const name = t('incomes.estimateOf', { day: plainDay(row.date), amount: formatEuro(row.estimated) });
  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className={classes.estimate}
        data-entered={row.isEntered || undefined}
        aria-label={name}
        title={row.isEntered ? t('incomes.entered') : undefined}
        onClick={() => type(row.estimated)}
      >
        {formatEuro(row.estimated)}
        <IconPencil size={14} stroke={1.75} aria-hidden="true" />
      </button>
    );
  }
  function end(isSaved: boolean): void {
    type(undefined);
    if (!isSaved) return;
    const amount = typed === '' ? null : Number(typed);
    if (amount === null ? row.isEntered : amount !== row.estimated && amount >= 0) onSave(amount);
  }
  return (
    <NumberInput
      className={classes.estimateField}
      size="xs"
      aria-label={name}
      {...euroInput()}
      hideControls
      min={0}
      max={1e8}
      autoFocus
      value={typed}
      onChange={type}
      onBlur={() => end(true)}
      onKeyDown={(press) => {
        if (press.key !== 'Enter' && press.key !== 'Escape') return;
        // The button that gets the focus would be pressed by the same key.
        press.preventDefault();
        endedByKey.current = true;
        end(press.key === 'Enter');
      }}
    />
  );
}

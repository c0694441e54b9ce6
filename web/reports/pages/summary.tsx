// The result of a comparison in words.
import i18next from 'i18next';
import type { ReactNode } from 'react';
import type { ReportPeriod, ReportSubject } from '#contract/reports/reports.ts';
import { formatCount } from '#web/lib/count.ts';
import { dayRange, plainDay } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { formatEuro } from '#web/lib/money.ts';

/** Writes counts and amounts of a subject. */
export function figureFormat(subject: ReportSubject): (value: number) => string {
  return subject === 'incomes' ? (value) => formatEuro(value) : formatCount;
}

/** `124, 12 % more than in October 2026 (111)`. */
export function summaryOf(
  now: number,
  before: number,
  previous: ReportPeriod,
  format: (value: number) => string,
): ReactNode {
  const { t } = i18next;
  const words = { before: format(before), period: periodName(previous) };
  return (
    <>
      <strong>{format(now)}</strong> {differenceText()}
    </>
  );

  function differenceText(): string {
    if (now === before) return t('reportPage.same', words);
    if (before === 0) return t('reportPage.beforeNone', words);
    // More was given back than paid: no share says how much.
    if (before < 0 || now < 0) return t('reportPage.beforeWas', words);
    const percent = Math.round((Math.abs(now - before) / before) * 100);
    const share = new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(percent / 100);
    return t(now > before ? 'reportPage.more' : 'reportPage.less', { ...words, share });
  }
}

/** `October 2026`, `2025`, or `1–7 Nov 2026`. */
export function periodName({ start, end }: ReportPeriod): string {
  const [first, last] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(end)];
  const isWhole = first.day === 1 && last.day === last.daysInMonth;
  if (isWhole && first.year === last.year && first.month === 1 && last.month === 12) return String(first.year);
  if (isWhole && first.year === last.year && first.month === last.month) {
    return plainDay(first, { month: 'long', year: 'numeric' });
  }
  return dayRange(start, end);
}

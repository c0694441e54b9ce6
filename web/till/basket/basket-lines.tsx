// The lines of a basket.
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/booking/calendar.ts';
import { eurosOf } from '#contract/lib/money.ts';
import type { BasketLine } from '#contract/till/tills.ts';
import { query } from '#web/lib/client/client.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro, formatFullEuro } from '#web/lib/money.ts';
import classes from './basket.module.css';
import { discountWords, lineWorth, withQuantity } from './basket.ts';

export interface LineActs {
  change(index: number, line: BasketLine): void;
  remove(index: number): void;
  edit(index: number): void;
}

interface Props {
  lines: readonly BasketLine[];
  /** The line that the keys change. */
  selected: number;
  acts: LineActs;
}

export function BasketLines({ lines, selected, acts }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  if (lines.length === 0) return <p className={classes.empty}>{t('till.screen.emptyBasket')}</p>;
  return (
    <ol ref={list} className={classes.lines} aria-label={t('till.screen.lines')}>
      {lines.map((line, index) => (
        // Lines have no id, and two may sell the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: no line has a state of its own.
        <Line key={index} line={line} isSelected={index === selected} index={index} acts={acts} />
      ))}
    </ol>
  );
}

interface LineProps {
  line: BasketLine;
  index: number;
  isSelected: boolean;
  acts: LineActs;
}

function Line({ line, index, isSelected, acts }: LineProps) {
  const { t } = useTranslation();
  const { quantity, unitPrice, discount, discountPercent, eventId, calendarId } = line;
  const name = line.name ?? '';
  const person = usePerson(calendarId);
  const details = [
    quantity !== 1 && `${formatCount(quantity)} × ${formatEuro(unitPrice)}`,
    (discount > 0 || discountPercent !== null) && t('till.screen.discountIs', { amount: discountWords(line) }),
    person,
  ].filter(Boolean);
  const step = (by: number) => acts.change(index, withQuantity(line, Math.max(quantity + by, Math.min(1, quantity))));
  return (
    <li className={classes.line} aria-current={isSelected || undefined}>
      <button type="button" className={classes.name} onClick={() => acts.edit(index)}>
        {name}
        {details.length > 0 && <span className={classes.note}>{details.join(' · ')}</span>}
        <span className="unseen">{t('till.screen.editLine')}</span>
      </button>
      {eventId === null && (
        <span className={classes.steps}>
          <Step
            label={t('till.screen.less', { name })}
            icon={IconMinus}
            isOff={quantity <= 1}
            onClick={() => step(-1)}
          />
          <span className="figures">{formatCount(quantity)}</span>
          <Step label={t('till.screen.more', { name })} icon={IconPlus} onClick={() => step(1)} />
        </span>
      )}
      <span className={`${classes.worth} figures`}>{formatFullEuro(eurosOf(lineWorth(line)))}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('till.screen.removeLine', { name })}
        onClick={() => acts.remove(index)}
      >
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

interface StepProps {
  label: string;
  icon: typeof IconPlus;
  isOff?: boolean;
  onClick(): void;
}

function Step({ label, icon: Icon, isOff = false, onClick }: StepProps) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} disabled={isOff} onClick={onClick}>
      <Icon size={16} stroke={2} />
    </ActionIcon>
  );
}

function usePerson(calendarId: string | null): string | undefined {
  const read = useQuery({ ...query(calendars.getAllCalendars, {}), enabled: calendarId !== null });
  return calendarId === null ? undefined : read.data?.find(({ id }) => id === calendarId)?.name;
}

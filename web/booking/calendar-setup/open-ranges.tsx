// The opening hours of a day as fields, and its breaks, with buttons to add and remove a range.
import { Button } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import { TimeField } from '#web/lib/ui/time/time-field.tsx';
import { ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import classes from './calendar-setup.module.css';

interface OpenRange {
  key: string;
  start: string;
  end: string;
}

/** Maximum opening hours per day. */
const mostRanges = numberRange(calendarSetup.saveOverride, 'open').max ?? Number.POSITIVE_INFINITY;

/** The midnight that ends a day is `00:00` in a time field. */
const toFieldTime = (time: string) => (time === '24:00' ? '00:00' : time);
const toWireTime = (time: string) => (time === '00:00' ? '24:00' : time);

export function newOpenRange(start: string, end: string): OpenRange {
  return { key: randomId(), start: toFieldTime(start), end: toFieldTime(end) };
}

/** The ranges as the server takes them. */
export function openToWire(open: readonly OpenRange[]): { start: string; end: string }[] {
  return open.map(({ start, end }) => ({ start, end: toWireTime(end) }));
}

type ListName = 'open' | 'breaks';

/** The message of each range that ends before it starts, by its field. */
export function openMistakes(
  open: readonly OpenRange[],
  list: ListName = 'open',
): Record<string, 'hours.endBeforeStart'> {
  const wrong = open.flatMap(({ start, end }, index) =>
    end !== '' && toWireTime(end) <= start ? [`${list}.${index}.end`] : [],
  );
  return Object.fromEntries(wrong.map((field) => [field, 'hours.endBeforeStart']));
}

/** A form whose values have lists of ranges. */
interface RangesForm<List extends ListName> {
  getInputProps(path: `${List}.${number}.${'start' | 'end'}`): { onChange(value: string): void; error?: string };
  insertListItem(path: List, range: OpenRange): void;
  removeListItem(path: List, index: number): void;
}

export function OpenRanges({ form, open }: { form: RangesForm<'open'>; open: readonly OpenRange[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.openRanges}>
      {open.map(({ key, start, end }, index) => (
        <div key={key} className={classes.openRange}>
          <TimeField label={t('hours.from')} value={start} {...form.getInputProps(`open.${index}.start`)} />
          <TimeField label={t('hours.until')} value={end} {...form.getInputProps(`open.${index}.end`)} />
          {open.length > 1 && (
            <ToolButton
              label={t('hours.removeDays', { days: `${start}–${end}` })}
              onClick={() => form.removeListItem('open', index)}
              icon={IconX}
            />
          )}
        </div>
      ))}
      {open.length < mostRanges && (
        <AddRange label={t('hours.addRange')} onAdd={() => form.insertListItem('open', newOpenRange('', ''))} />
      )}
    </div>
  );
}

export function BreakRanges({ form, breaks }: { form: RangesForm<'breaks'>; breaks: readonly OpenRange[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.openRanges}>
      {breaks.map(({ key, start, end }, index) => (
        <div key={key} className={classes.openRange}>
          <TimeField label={t('hours.breakFromShort')} value={start} {...form.getInputProps(`breaks.${index}.start`)} />
          <TimeField label={t('hours.breakUntilShort')} value={end} {...form.getInputProps(`breaks.${index}.end`)} />
          <ToolButton
            label={t('hours.removeBreak', { range: `${start}–${end}` })}
            onClick={() => form.removeListItem('breaks', index)}
            icon={IconX}
          />
        </div>
      ))}
      {breaks.length < mostRanges - 1 && (
        <AddRange
          label={t('hours.addBreak')}
          onAdd={() => form.insertListItem('breaks', newOpenRange('12:00', '13:00'))}
        />
      )}
    </div>
  );
}

function AddRange({ label, onAdd }: { label: string; onAdd(): void }) {
  return (
    <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
      {label}
    </Button>
  );
}

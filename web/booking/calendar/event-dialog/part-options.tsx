// The variant and the extras of one service of an appointment.
import { Checkbox, Input, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableOption } from '#contract/booking/options.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './parts-field.module.css';
import { type PartValues, withOption } from './visit-parts.ts';

interface Props {
  part: PartValues;
  service: DeskService;
  disabled: boolean;
  error: ReactNode;
  onChange(part: PartValues): void;
}

export function PartOptions({ part, service, disabled, error, onChange }: Props) {
  const { t } = useTranslation();
  const options = optionsToShow(part, service);
  if (options.length === 0) return null;
  const variants = options.filter(({ kind }) => kind === 'variant');
  const extras = options.filter(({ kind }) => kind === 'extra');
  const chosen = part.options.find(({ kind }) => kind === 'variant');
  const countOf = ({ id }: BookableOption) => part.options.find(({ optionId }) => optionId === id)?.count ?? 0;
  return (
    <div className={classes.options}>
      {variants.length > 0 && (
        <NativeSelect
          label={t('booking.variant')}
          disabled={disabled}
          data={[
            ...(chosen?.optionId ? [] : [{ value: '', label: chosen?.name ?? '', disabled: true }]),
            ...variants.map((option) => ({ value: option.id, label: describeOption(option) })),
          ]}
          value={chosen?.optionId ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const option = variants.find(({ id }) => id === value);
            if (option) onChange(withOption(part, option, 1));
          }}
        />
      )}
      {extras.map((option) =>
        option.maxCount === 1 ? (
          <Checkbox
            key={option.id}
            label={describeOption(option)}
            disabled={disabled}
            checked={countOf(option) > 0}
            onChange={({ currentTarget: { checked } }) => onChange(withOption(part, option, checked ? 1 : 0))}
          />
        ) : (
          <NativeSelect
            key={option.id}
            label={describeOption(option)}
            disabled={disabled}
            data={Array.from({ length: option.maxCount + 1 }, (_, count) => ({
              value: String(count),
              label: `${count} ×`,
            }))}
            value={String(countOf(option))}
            onChange={({ currentTarget: { value } }) => onChange(withOption(part, option, Number(value)))}
          />
        ),
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}

/** The options of the service, and those that the part has though they were switched off since. */
function optionsToShow({ options: booked }: PartValues, { options }: DeskService): BookableOption[] {
  const off = booked.flatMap(({ optionId, count, ...option }) =>
    optionId && !options.some(({ id }) => id === optionId) ? [{ ...option, id: optionId, maxCount: count }] : [],
  );
  return [...options, ...off];
}

/** `Long hair · +15 min · +€10`. */
function describeOption({ name, minutes, price }: BookableOption): string {
  const adds = [minutes > 0 && `+${minutes} min`, price > 0 && `+${formatEuro(price)}`];
  return [name, ...adds].filter(Boolean).join(' · ');
}

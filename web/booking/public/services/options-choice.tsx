// The variant and the extras of a chosen service.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableOption } from '#contract/booking/options.ts';
import { formatMinutes } from '#web/lib/durations.ts';
import { formatEuro } from '#web/lib/money.ts';
import type { ChosenService } from './chosen-options.ts';
import classes from './options-choice.module.css';

interface Props {
  service: ChosenService;
  /** A variant replaces the others. */
  onChoose(option: BookableOption, count: number): void;
}

export function OptionsChoice({ service: { name: serviceName, options, optionIds }, onChoose }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const variants = options.filter(({ kind }) => kind === 'variant');
  const extras = options.filter(({ kind }) => kind === 'extra');
  const countOf = ({ id }: BookableOption) => optionIds.filter((one) => one === id).length;
  return (
    <>
      {variants.length > 0 && (
        <fieldset className={classes.group} aria-label={`${serviceName}: ${t('booking.variant')}`}>
          {variants.map((option) => (
            <label key={option.id} className={classes.option}>
              <input type="radio" name={name} checked={countOf(option) > 0} onChange={() => onChoose(option, 1)} />
              <OptionWords option={option} />
            </label>
          ))}
        </fieldset>
      )}
      {extras.length > 0 && (
        <fieldset className={classes.group} aria-label={`${serviceName}: ${t('booking.extras')}`}>
          <legend className={classes.legend}>{t('booking.extras')}</legend>
          {extras.map((option) => (
            <label key={option.id} className={classes.option} htmlFor={`${name}-${option.id}`}>
              {option.maxCount === 1 ? (
                <input
                  type="checkbox"
                  id={`${name}-${option.id}`}
                  checked={countOf(option) > 0}
                  onChange={({ currentTarget: { checked } }) => onChoose(option, checked ? 1 : 0)}
                />
              ) : (
                <select
                  id={`${name}-${option.id}`}
                  // The label has the counts in it, too.
                  aria-labelledby={`${name}-${option.id}-words`}
                  className={classes.count}
                  value={countOf(option)}
                  onChange={({ currentTarget: { value } }) => onChoose(option, Number(value))}
                >
                  {Array.from({ length: option.maxCount + 1 }, (_, count) => count).map((count) => (
                    <option key={count} value={count}>
                      {count} ×
                    </option>
                  ))}
                </select>
              )}
              <OptionWords id={`${name}-${option.id}-words`} option={option} />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function OptionWords({ id, option: { name, minutes, price } }: { id?: string; option: BookableOption }) {
  const facts = [minutes > 0 && formatMinutes(minutes), price > 0 && formatEuro(price)].filter(Boolean).join(' · ');
  return (
    <span id={id} className={classes.words}>
      <span>{name}</span>
      {facts && <span className={classes.facts}>+ {facts}</span>}
    </span>
  );
}

// The services of an appointment, one after the other, each with the person who does it.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { canGoToAnyone, endOfParts, isNamedByCustomer, timesOfParts } from './event-form.ts';
import { PartRow } from './part-row.tsx';
import classes from './parts-field.module.css';
import type { EventForm } from './use-event-form.ts';
import { furtherPart, type PartValues } from './visit-parts.ts';

const maxParts = 10;

export const servicesQuery = { ...query(visits.getServices, {}), staleTime: 60_000 };

interface Props {
  form: EventForm;
  calendars: readonly Calendar[];
  zone: string;
  locked: boolean;
  /** False for an event that is saved alone: it has a title and a person. */
  hasServices: boolean;
  isNew: boolean;
  /** On a phone, minutes and price are among the other fields. */
  isCompact: boolean;
}

export function PartsField({ form, calendars, zone, locked, hasServices, isNew, isCompact }: Props) {
  const { t } = useTranslation();
  const services = useQuery({ ...servicesQuery, enabled: hasServices }).data ?? [];
  const { parts } = form.values;
  const times = timesOfParts(form.values, zone);

  const change = (next: PartValues[]) => changeParts(form, next, zone);
  const price = parts.reduce((sum, part) => sum + (Number(part.price) || 0), 0);
  const isShort = isCompact && parts.length === 1;
  const minutes = parts.reduce((sum, part) => sum + (Number(part.minutes) || 0), 0);

  return (
    <fieldset className={classes.parts} data-compact={isShort || undefined}>
      <legend className={isShort ? 'unseen' : classes.legend}>{t('desk.servicesOf')}</legend>
      {parts.map((part, index) => (
        <PartRow
          key={part.key}
          part={part}
          index={index}
          time={times[index]}
          zone={zone}
          services={services}
          calendars={calendars}
          locked={locked}
          isAnyone={isNew && canGoToAnyone(form.values) ? form.values.anyPerson : undefined}
          onAnyone={(anyPerson) => form.setFieldValue('anyPerson', anyPerson)}
          isTitleRequired={!isNamedByCustomer(form.values)}
          hasDetails={hasServices}
          isCompact={isCompact}
          errorOf={(field) => form.errors[`parts.${index}.${field}`]}
          onChange={(changed) => change(parts.map((one) => (one.key === part.key ? changed : one)))}
          onRemove={parts.length > 1 ? () => change(parts.filter((one) => one.key !== part.key)) : undefined}
        />
      ))}
      {hasServices && (
        <div className={classes.foot}>
          {!locked && parts.length < maxParts && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={15} aria-hidden="true" />}
              onClick={() => change([...parts, furtherPart(parts.at(-1)?.calendarId ?? calendars[0]?.id ?? '')])}
            >
              {t('desk.add')}
            </Button>
          )}
          {(parts.length > 1 || (isShort && parts[0]?.serviceId)) && (
            <span className={classes.total}>{`${minutes} min · ${formatEuro(price)}`}</span>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** Takes over changed services: the end follows, and what was wrong with them is judged again. */
export function changeParts(form: EventForm, next: PartValues[], zone: string): void {
  const values = { ...form.getValues(), parts: next };
  form.setValues({ parts: next, ...(values.allDay ? {} : endOfParts(values, zone)) });
  form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([name]) => !name.startsWith('parts.'))));
}

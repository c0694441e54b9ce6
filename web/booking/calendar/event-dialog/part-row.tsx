// One service of an appointment: what, by whom, how long and for how much.
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { OthersService } from './others-service.tsx';
import { PartDetails } from './part-details.tsx';
import { PartOptions } from './part-options.tsx';
import classes from './parts-field.module.css';
import { ServiceInput } from './service-input.tsx';
import { eventInputId } from './use-event-form.ts';
import { type PartValues, withPerson } from './visit-parts.ts';

/** The value of the option that names no person. */
const anyone = 'anyone';

interface Props {
  part: PartValues;
  index: number;
  time: { start: Temporal.Instant; end: Temporal.Instant } | undefined;
  zone: string;
  services: readonly DeskService[];
  calendars: readonly Calendar[];
  locked: boolean;
  isTitleRequired: boolean;
  /** Minutes and price. */
  hasDetails: boolean;
  /** Minutes and price are among the other fields; here they are read. */
  isCompact: boolean;
  errorOf(field: keyof PartValues): ReactNode;
  onChange(part: PartValues): void;
  /** Whether anyone who is free does all the services; undefined where this is not offered. */
  isAnyone: boolean | undefined;
  onAnyone(isAnyone: boolean): void;
  /** Undefined for the only part. */
  onRemove: (() => void) | undefined;
}

export function PartRow(props: Props) {
  const { part, index, time, zone, services, calendars, locked, hasDetails, errorOf, onChange, onRemove } = props;
  const { isAnyone, onAnyone, isCompact } = props;
  const { t } = useTranslation();
  const service = services.find(({ id }) => id === part.serviceId);
  const field = (name: keyof PartValues) => ({
    id: eventInputId(`parts.${index}.${name}`),
    disabled: locked,
    error: errorOf(name),
  });
  const times = time && `${timeOf(time.start.toString(), zone)}\u00A0–\u00A0${timeOf(time.end.toString(), zone)}`;
  const facts = [times, part.minutes && `${part.minutes} min`, part.price !== '' && formatEuro(Number(part.price))]
    .filter(Boolean)
    .join(' · ');
  function choosePerson(chosen: string): void {
    if (isAnyone !== undefined) onAnyone(chosen === anyone);
    if (chosen !== anyone) onChange(withPerson(part, chosen, service));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend in view.
    <div role="group" className={classes.part} aria-label={t('desk.serviceNr', { number: index + 1 })}>
      <ServiceInput
        {...field('title')}
        {...{ part, services, calendars, onChange }}
        isRequired={props.isTitleRequired}
      />
      {calendars.length > 1 && (
        <NativeSelect
          {...field('calendarId')}
          className={classes.person}
          label={t('desk.person')}
          data={[
            ...(isAnyone === undefined ? [] : [{ value: anyone, label: t('desk.anyone') }]),
            ...peopleOf(service, calendars),
          ]}
          value={isAnyone ? anyone : part.calendarId}
          onChange={(event) => choosePerson(event.currentTarget.value)}
        />
      )}
      {onRemove && !locked && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('desk.remove', { name: part.title || t('desk.serviceNr', { number: index + 1 }) })}
          onClick={onRemove}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
      {service && <PartOptions {...{ part, service, onChange }} disabled={locked} error={errorOf('options')} />}
      {hasDetails && isCompact && onRemove && <p className={classes.facts}>{facts}</p>}
      {hasDetails && !isCompact && (
        <div className={classes.details}>
          <span className={classes.time}>{times}</span>
          <PartDetails {...{ part, index, locked, errorOf, onChange }} />
        </div>
      )}
      {service && !locked && !isAnyone && (
        <OthersService
          {...{ service, calendars }}
          calendarId={part.calendarId}
          onGive={(calendarId) => onChange(withPerson(part, calendarId, service))}
        />
      )}
    </div>
  );

  /** People who do the service come first. */
  function peopleOf(of: DeskService | undefined, all: readonly Calendar[]) {
    const option = ({ id, name }: Calendar) => ({ value: id, label: name });
    if (!of) return all.map(option);
    const does = (calendar: Calendar) => of.people.some(({ calendarId }) => calendarId === calendar.id);
    const groups = [
      { group: t('desk.doThis'), items: all.filter(does).map(option) },
      { group: t('desk.others'), items: all.filter((calendar) => !does(calendar)).map(option) },
    ];
    return groups.filter(({ items }) => items.length > 0);
  }
}

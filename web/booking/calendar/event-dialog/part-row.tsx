// One service of an appointment: what, by whom, how long and for how much.
import { ActionIcon, Autocomplete, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { timeOf } from '#web/lib/dates.ts';
import { euroInput, formatEuro } from '#web/lib/money.ts';
import classes from './parts-field.module.css';
import { eventInputId } from './use-event-form.ts';
import { type PartValues, withPerson, withService } from './visit-parts.ts';

const maxTitle = 200;

interface Props {
  part: PartValues;
  index: number;
  time: { start: Temporal.Instant; end: Temporal.Instant } | undefined;
  zone: string;
  services: readonly DeskService[];
  calendars: readonly Calendar[];
  locked: boolean;
  /** Minutes, price and buffers. */
  hasDetails: boolean;
  /** The minutes that empty buffers stand for. */
  usual: { before: number; after: number };
  errorOf(field: keyof PartValues): ReactNode;
  onChange(part: PartValues): void;
  /** Undefined for the only part. */
  onRemove: (() => void) | undefined;
}

export function PartRow(props: Props) {
  const { part, index, time, zone, services, calendars, locked, hasDetails, usual, errorOf, onChange, onRemove } =
    props;
  const { t } = useTranslation();
  const service = services.find(({ id }) => id === part.serviceId);
  const field = (name: keyof PartValues) => ({
    id: eventInputId(`parts.${index}.${name}`),
    disabled: locked,
    error: errorOf(name),
  });
  const number = (name: 'minutes' | 'price' | 'bufferBefore' | 'bufferAfter') => ({
    ...field(name),
    hideControls: true,
    min: 0,
    value: part[name],
    onChange: (value: number | string) => onChange({ ...part, [name]: value }),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend in view.
    <div role="group" className={classes.part} aria-label={t('desk.serviceNr', { number: index + 1 })}>
      <ServiceInput {...field('title')} part={part} services={services} onChange={onChange} />
      {calendars.length > 1 && (
        <NativeSelect
          {...field('calendarId')}
          className={classes.person}
          label={t('desk.person')}
          data={peopleOf(service, calendars)}
          value={part.calendarId}
          onChange={(event) => onChange(withPerson(part, event.currentTarget.value, service))}
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
      {hasDetails && (
        <div className={classes.details}>
          <span className={classes.time}>
            {time && `${timeOf(time.start.toString(), zone)}\u00A0–\u00A0${timeOf(time.end.toString(), zone)}`}
          </span>
          <NumberInput {...number('minutes')} label={t('desk.minutes')} allowDecimal={false} max={1440} />
          <NumberInput {...number('price')} label={t('desk.price')} {...euroInput()} />
          <NumberInput
            {...number('bufferBefore')}
            label={t('desk.bufferBefore')}
            allowDecimal={false}
            placeholder={String(usual.before)}
          />
          <NumberInput
            {...number('bufferAfter')}
            label={t('desk.bufferAfter')}
            allowDecimal={false}
            placeholder={String(usual.after)}
          />
        </div>
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

interface ServiceProps {
  id: string;
  disabled: boolean;
  error: ReactNode;
  part: PartValues;
  services: readonly DeskService[];
  onChange(part: PartValues): void;
}

/** Chooses a service by its name; any other text is the title of an extra. */
function ServiceInput({ part, services, onChange, ...field }: ServiceProps) {
  const { t } = useTranslation();
  const [isTyped, setTyped] = useState(false);
  const names = namesOf(services);
  const groups = [...Map.groupBy(services, ({ category }) => category)].map(([group, items]) => ({
    group,
    items: items.map(({ id }) => names.get(id) ?? ''),
  }));
  const isGrouped = groups.some(({ group }) => group !== '');

  function change(text: string): void {
    const service = services.find(({ id }) => names.get(id) === text);
    if (service?.id === part.serviceId && service) return;
    onChange(service ? withService(part, service) : { ...part, title: text, serviceId: null });
  }

  const input = {
    ...field,
    className: classes.service,
    label: t('desk.service'),
    required: true,
    maxLength: maxTitle,
    autoComplete: 'off',
    value: part.title,
  };
  // An empty list would take the first Escape.
  if (services.length === 0) return <TextInput {...input} onChange={(event) => change(event.currentTarget.value)} />;
  return (
    <Autocomplete
      {...input}
      data={isGrouped ? groups : groups.flatMap(({ items }) => items)}
      // A chosen service does not hide the others.
      filter={isTyped ? undefined : ({ options }) => options}
      onFocus={(event) => {
        setTyped(false);
        event.currentTarget.select();
      }}
      onInput={() => setTyped(true)}
      onChange={change}
      renderOption={({ option }) => (
        <ServiceOption service={services.find(({ id }) => names.get(id) === option.value)} />
      )}
    />
  );
}

function ServiceOption({ service }: { service: DeskService | undefined }) {
  return (
    service && (
      <span className={classes.option}>
        <span>{service.name}</span>
        <span className={classes.optionFacts}>
          {service.minutes} min · {formatEuro(service.price)}
        </span>
      </span>
    )
  );
}

/** A name for each service, by its id; those with the same name have their category or a number. */
function namesOf(services: readonly DeskService[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name, category } of services) {
    const inCategory = category ? `${name} (${category})` : name;
    let unique = taken.has(name) ? inCategory : name;
    for (let number = 2; taken.has(unique); number++) unique = `${inCategory} ${number}`;
    taken.add(unique);
    names.set(id, unique);
  }
  return names;
}

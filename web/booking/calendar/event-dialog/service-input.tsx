// Chooses a service by its name; any other text is the title of an extra.
import { Autocomplete } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './parts-field.module.css';
import { type PartValues, withService } from './visit-parts.ts';

const maxTitle = 200;
const maxNamed = 2;

interface Props {
  id: string;
  disabled: boolean;
  error: ReactNode;
  isRequired: boolean;
  part: PartValues;
  services: readonly DeskService[];
  calendars: readonly Calendar[];
  onChange(part: PartValues): void;
}

export function ServiceInput({ part, services, calendars, isRequired, onChange, ...field }: Props) {
  const { t } = useTranslation();
  const [isTyped, setTyped] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const names = namesOf(services);
  const person = calendars.find(({ id }) => id === part.calendarId)?.name ?? '';

  function change(text: string): void {
    const service = services.find(({ id }) => names.get(id) === text);
    if (service?.id === part.serviceId && service) return;
    onChange(service ? withService(part, service) : { ...part, title: text, serviceId: null, options: [] });
  }

  return (
    <Autocomplete
      {...field}
      className={classes.service}
      label={t('desk.service')}
      required={isRequired}
      maxLength={maxTitle}
      autoComplete="off"
      value={part.title}
      data={groupsOf()}
      // A chosen service does not hide the others.
      filter={isTyped ? undefined : ({ options }) => options}
      // Enter takes the service that was found.
      selectFirstOptionOnChange
      // An empty list would take the first Escape.
      dropdownOpened={isOpen && services.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onFocus={(event) => {
        setTyped(false);
        event.currentTarget.select();
      }}
      onInput={() => setTyped(true)}
      onChange={change}
      renderOption={({ option }) => describe(services.find(({ id }) => names.get(id) === option.value))}
    />
  );

  /** The services of the person by category, then those of others. */
  function groupsOf() {
    const nameOf = ({ id }: DeskService) => names.get(id) ?? '';
    const own = services.filter((service) => personIn(service));
    const others = services.filter((service) => !personIn(service));
    const groups = [...Map.groupBy(own, ({ category }) => category)].map(([group, items]) => ({
      group,
      items: items.map(nameOf),
    }));
    const isGrouped = groups.some(({ group }) => group !== '');
    if (others.length === 0 && !isGrouped) return own.map(nameOf);
    const named = isGrouped ? groups : groups.map((group) => ({ ...group, group: t('desk.doneBy', { person }) }));
    if (others.length === 0) return named;
    return [...named, { group: t('desk.notDoneBy', { person }), items: others.map(nameOf) }];
  }

  function personIn({ people }: DeskService) {
    return people.find(({ calendarId }) => calendarId === part.calendarId);
  }

  function describe(service: DeskService | undefined): ReactNode {
    if (!service) return null;
    const { minutes, price } = personIn(service) ?? service;
    const doers = personIn(service) ? [] : service.people.map(({ calendarId }) => calendarId);
    const people = calendars.filter(({ id }) => doers.includes(id)).map(({ name }) => name);
    const more = people.length > maxNamed ? [`+${people.length - maxNamed}`] : [];
    return (
      <span className={classes.option}>
        <span>{service.name}</span>
        <span className={classes.optionFacts}>
          {[people.slice(0, maxNamed).concat(more).join(', '), `${minutes} min`, formatEuro(price)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    );
  }
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

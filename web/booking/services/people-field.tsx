// Chooses the people who do a service, their places, and their own minutes and prices.
import { ActionIcon, Button, Checkbox, Input, NativeSelect, NumberInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServices, type ServicePerson } from '#contract/booking/services.ts';
import { type EditorForm, inputId } from '#web/lib/editor/use-editor.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { euroInput } from '#web/lib/money.ts';
import { choicesQuery, type ServiceChoices } from './choices.ts';
import classes from './services.module.css';

export function PeopleField({ form }: { form: EditorForm }) {
  const { data } = useQuery(choicesQuery);
  // The field of the form, by the contract.
  const people = (form.values.people ?? []) as readonly ServicePerson[];
  return (
    <Input.Wrapper
      className={classes.peopleField}
      label={fieldLabel(companyServices, 'people')}
      labelElement="div"
      error={form.errors.people}
    >
      <ul id={inputId('people')} className={classes.people} tabIndex={-1}>
        {data?.people.map((person) => (
          <PersonRow
            key={person.calendarId}
            person={person}
            entries={people.filter(({ calendarId }) => calendarId === person.calendarId)}
            errorOf={(entry, field) => form.errors[`people.${people.indexOf(entry)}.${field}`]}
            onChange={(entries) =>
              form.setFieldValue('people', [
                ...people.filter(({ calendarId }) => calendarId !== person.calendarId),
                ...entries,
              ])
            }
          />
        ))}
      </ul>
    </Input.Wrapper>
  );
}

interface RowProps {
  person: ServiceChoices['people'][number];
  /** One for each location where the person does the service in a way of its own; none when they do not do it. */
  entries: readonly ServicePerson[];
  errorOf(entry: ServicePerson, field: 'minutes' | 'price'): ReactNode;
  onChange(entries: readonly ServicePerson[]): void;
}

function PersonRow({ person, entries, errorOf, onChange }: RowProps) {
  const { t } = useTranslation();
  const { calendarId, name, locations } = person;
  const entryAt = (locationId: string | null) => ({ calendarId, locationId, minutes: null, price: null });
  const isTaken = (locationId: string | null) => entries.some((entry) => entry.locationId === locationId);
  const free = locations.find(({ id }) => !isTaken(id));
  return (
    <li className={classes.person}>
      <Checkbox
        label={name}
        checked={entries.length > 0}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [entryAt(null)] : [])}
      />
      {entries.length > 0 && (
        <div className={classes.entries}>
          {entries.map((entry) => (
            <Entry
              key={entry.locationId ?? ''}
              entry={entry}
              person={person}
              isTaken={isTaken}
              errorOf={(field) => errorOf(entry, field)}
              onChange={(next) => onChange(entries.map((each) => (each === entry ? next : each)))}
              onRemove={entries.length > 1 ? () => onChange(entries.filter((each) => each !== entry)) : undefined}
            />
          ))}
          {locations.length > 1 && free && (
            <Button
              className={classes.further}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              aria-label={t('services.otherPlaceOf', { name })}
              onClick={() => onChange([...entries, entryAt(free.id)])}
            >
              {t('services.otherPlace')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface EntryProps {
  entry: ServicePerson;
  person: ServiceChoices['people'][number];
  isTaken(locationId: string | null): boolean;
  errorOf(field: 'minutes' | 'price'): ReactNode;
  onChange(entry: ServicePerson): void;
  /** Undefined for the only entry. */
  onRemove: (() => void) | undefined;
}

/** How a person does the service at one location, or at each of theirs. */
function Entry({ entry, person: { name, locations }, isTaken, errorOf, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation();
  const place = locations.find(({ id }) => id === entry.locationId)?.name;
  // A person at several locations has several fields of each kind.
  const who = place ? `${name}, ${place}` : name;
  const own = (field: 'minutes' | 'price') => ({
    hideControls: true,
    min: 0,
    error: errorOf(field),
    value: entry[field] ?? '',
    onChange: (next: number | string) => onChange({ ...entry, [field]: next === '' ? null : Number(next) }),
  });
  return (
    <div className={classes.own}>
      {(locations.length > 1 || entry.locationId) && (
        <NativeSelect
          aria-label={t('services.placeOf', { name: who })}
          data={[
            { value: '', label: t('services.everywhere') },
            ...locations.map(({ id, name: label }) => ({ value: id, label })),
          ].map((option) => ({
            ...option,
            disabled: (option.value || null) !== entry.locationId && isTaken(option.value || null),
          }))}
          value={entry.locationId ?? ''}
          onChange={({ currentTarget }) => onChange({ ...entry, locationId: currentTarget.value || null })}
        />
      )}
      <NumberInput
        {...own('minutes')}
        aria-label={t('services.minutesOf', { name: who })}
        placeholder={t('services.ownMinutes')}
        suffix=" min"
        allowDecimal={false}
      />
      <NumberInput
        {...own('price')}
        aria-label={t('services.priceOf', { name: who })}
        placeholder={t('services.ownPrice')}
        {...euroInput()}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('services.removePlace', { name: who })}
          onClick={onRemove}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </div>
  );
}

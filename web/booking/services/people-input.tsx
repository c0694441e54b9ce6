// Who does a service, where, and with which minutes and price of their own.
import { Checkbox, Input, NativeSelect, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ServicePerson } from '#contract/booking/services.ts';
import type { CustomInputProps } from '#web/lib/editor/editor.tsx';
import { type Choices, choicesQuery } from './choices.ts';
import classes from './services.module.css';

export function PeopleInput({ id, label, description, error, disabled, value, onChange, form }: CustomInputProps) {
  const { data } = useQuery(choicesQuery);
  const people: readonly ServicePerson[] = value ?? [];
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <ul id={id} className={classes.people} tabIndex={-1}>
        {data?.people.map((person) => (
          <PersonRow
            key={person.calendarId}
            person={person}
            done={people.find(({ calendarId }) => calendarId === person.calendarId)}
            isDisabled={disabled}
            errorOf={(field) =>
              form.errors[`people.${people.findIndex((each) => each.calendarId === person.calendarId)}.${field}`]
            }
            onChange={(done) =>
              onChange([
                // A person who does it differently at several locations has several entries: the first one is edited.
                ...people.flatMap((each) => (each.calendarId !== person.calendarId ? [each] : [])),
                ...(done ? [done, ...others(people, person.calendarId)] : []),
              ])
            }
          />
        ))}
      </ul>
    </Input.Wrapper>
  );
}

function others(people: readonly ServicePerson[], calendarId: string): ServicePerson[] {
  return people.filter((each) => each.calendarId === calendarId).slice(1);
}

interface RowProps {
  person: Choices['people'][number];
  done: ServicePerson | undefined;
  isDisabled: boolean;
  errorOf(field: 'minutes' | 'price'): React.ReactNode;
  onChange(done: ServicePerson | undefined): void;
}

function PersonRow({ person, done, isDisabled, errorOf, onChange }: RowProps) {
  const { t } = useTranslation();
  const { calendarId, name, locations } = person;
  return (
    <li className={classes.person}>
      <Checkbox
        label={name}
        disabled={isDisabled}
        checked={done !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { calendarId, locationId: null, minutes: null, price: null } : undefined)
        }
      />
      {done && (
        <div className={classes.own}>
          {locations.length > 1 && (
            <NativeSelect
              aria-label={t('services.placeOf', { name })}
              disabled={isDisabled}
              data={[
                { value: '', label: t('services.everywhere') },
                ...locations.map((place) => ({ value: place.id, label: place.name })),
              ]}
              value={done.locationId ?? ''}
              onChange={({ currentTarget }) => onChange({ ...done, locationId: currentTarget.value || null })}
            />
          )}
          <NumberInput
            aria-label={t('services.minutesOf', { name })}
            placeholder={t('services.ownMinutes')}
            suffix=" min"
            hideControls
            allowDecimal={false}
            disabled={isDisabled}
            error={errorOf('minutes')}
            value={done.minutes ?? ''}
            onChange={(next) => onChange({ ...done, minutes: next === '' ? null : Number(next) })}
          />
          <NumberInput
            aria-label={t('services.priceOf', { name })}
            placeholder={t('services.ownPrice')}
            suffix=" €"
            hideControls
            decimalScale={2}
            disabled={isDisabled}
            error={errorOf('price')}
            value={done.price ?? ''}
            onChange={(next) => onChange({ ...done, price: next === '' ? null : Number(next) })}
          />
        </div>
      )}
    </li>
  );
}

// Who does a service, where, and with which minutes and price of their own.
import { Checkbox, Input, NativeSelect, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServices, type ServicePerson } from '#contract/booking/services.ts';
import { type EditorForm, inputId } from '#web/lib/editor/use-editor.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { type Choices, choicesQuery } from './choices.ts';
import classes from './services.module.css';

export function PeopleField({ form }: { form: EditorForm }) {
  const { data } = useQuery(choicesQuery);
  // The field of the form, by the contract.
  const people = (form.values.people ?? []) as readonly ServicePerson[];
  const errorOf = (calendarId: string, field: string) =>
    form.errors[`people.${people.findIndex((each) => each.calendarId === calendarId)}.${field}`];
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
            done={people.find(({ calendarId }) => calendarId === person.calendarId)}
            errorOf={(field) => errorOf(person.calendarId, field)}
            onChange={(done) =>
              form.setFieldValue('people', [
                ...people.filter(({ calendarId }) => calendarId !== person.calendarId),
                // A person who does it differently at several locations has several entries: the first one is edited.
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
  errorOf(field: 'minutes' | 'price'): ReactNode;
  onChange(done: ServicePerson | undefined): void;
}

function PersonRow({ person, done, errorOf, onChange }: RowProps) {
  const { t } = useTranslation();
  const { calendarId, name, locations } = person;
  return (
    <li className={classes.person}>
      <Checkbox
        label={name}
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
            error={errorOf('price')}
            value={done.price ?? ''}
            onChange={(next) => onChange({ ...done, price: next === '' ? null : Number(next) })}
          />
        </div>
      )}
    </li>
  );
}

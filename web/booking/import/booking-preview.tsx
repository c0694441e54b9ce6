// How a file of services or appointments is read and matched, and what an import of it would do, before it does.
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type BookingColumn,
  type BookingImportAnswer,
  type BookingKind,
  bookingColumns,
  bookingImports,
  bookingKinds,
} from '#contract/booking/import.ts';
import { newId } from '#contract/lib/fields.ts';
import { ReadingChoices } from '#web/customers/import/reading-choices.tsx';
import { query } from '#web/lib/client/client.ts';
import { ColumnTable } from '#web/lib/ui/file-import/column-table.tsx';
import classes from '#web/lib/ui/file-import/file-import.module.css';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { ZoneField } from '#web/lib/ui/time/zone-field.tsx';
import { BookingReport } from './booking-report.tsx';
import type { FileChoices } from './file-choices.ts';
import { MatchTable } from './match-table.tsx';

interface Props {
  answer: BookingImportAnswer;
  isBusy: boolean;
  onChange: (choices: FileChoices) => void;
}

export function BookingPreview({ answer, isBusy, onChange }: Props) {
  const { t } = useTranslation();
  const matches = useQuery({ ...query(bookingImports.getChoices, {}), staleTime: 0 }).data;
  const { columns, kind, format, counts } = answer;
  const isTable = format === 'csv' || format === 'xlsx';
  const fields = bookingColumns[kind].map((value) => ({ value, label: t(`imports.column.${value}`) }));
  const map = (column: number, field: string) =>
    onChange({ columns: columns.map((one, at) => (at === column ? (field as BookingColumn) : one.field)) });
  const people = matches?.people.map(({ calendarId, name }) => ({ value: calendarId, label: name })) ?? [];
  const services = matches?.services.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const hasServices = kind === 'services' || format === 'easyappointments';
  return (
    <>
      <ReadingChoices answer={answer} isBusy={isBusy} onChange={onChange} />
      <div className={classes.choices}>
        {isTable && (
          <NativeSelect
            label={t('imports.kindLabel')}
            data={bookingKinds.map((value) => ({ value, label: t(`imports.kind.${value}`) }))}
            value={kind}
            disabled={isBusy}
            // Its values are those of the list above.
            onChange={(event) => onChange({ kind: event.currentTarget.value as BookingKind })}
          />
        )}
        {hasServices && people.length > 1 && (
          <MultiSelect
            label={t('imports.doneBy')}
            data={people}
            value={answer.doneBy}
            disabled={isBusy}
            onChange={(doneBy) => onChange({ doneBy })}
          />
        )}
        {kind === 'appointments' && <AppointmentChoices {...{ answer, isBusy, onChange, people }} />}
      </div>
      {columns.length > 0 && <ColumnTable columns={columns} fields={fields} isBusy={isBusy} onMap={map} />}
      <MatchTable
        title={t('imports.people')}
        label="imports.personOf"
        none={t('imports.leaveOut')}
        matches={answer.people}
        data={people}
        isBusy={isBusy}
        onChange={(ids) => onChange({ people: ids.map((id) => id ?? newId) })}
      />
      <MatchTable
        title={t('imports.services')}
        label="imports.serviceOf"
        none={t('imports.wordsOnly')}
        matches={answer.services}
        data={services}
        isBusy={isBusy}
        onChange={(ids) => onChange({ services: ids.map((id) => id ?? newId) })}
      />
      {counts.gone > 0 && (
        <Checkbox
          my="sm"
          label={t('imports.removesGone', { number: counts.gone })}
          checked={counts.appointments.removed >= counts.gone}
          disabled={isBusy}
          onChange={(event) => onChange({ removesGone: event.currentTarget.checked })}
        />
      )}
      <BookingReport answer={answer} />
    </>
  );
}

function AppointmentChoices({
  answer,
  isBusy,
  onChange,
  people,
}: Props & { people: { value: string; label: string }[] }) {
  const { t } = useTranslation();
  const places = useQuery({ ...query(bookingImports.getChoices, {}), staleTime: 0 }).data?.locations ?? [];
  return (
    <>
      {answer.needsCalendar && (
        <NativeSelect
          label={t('imports.calendar')}
          data={[{ value: '', label: t('imports.choosePerson') }, ...people]}
          value={answer.calendarId ?? ''}
          disabled={isBusy}
          onChange={(event) => event.currentTarget.value && onChange({ calendarId: event.currentTarget.value })}
        />
      )}
      {places.length > 1 && (
        <NativeSelect
          label={t('imports.location')}
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={answer.locationId ?? ''}
          disabled={isBusy}
          onChange={(event) => onChange({ locationId: event.currentTarget.value })}
        />
      )}
      <ZoneField
        label={t('imports.zone')}
        value={answer.timeZone}
        disabled={isBusy}
        allowDeselect={false}
        onChange={(zone) => zone && onChange({ timeZone: zone })}
      />
      <DayField
        label={t('imports.remindFrom')}
        description={t('imports.remindHint')}
        value={answer.remindFrom}
        disabled={isBusy}
        required
        onChange={(remindFrom) => remindFrom && onChange({ remindFrom })}
      />
      {answer.repeats && (
        <DayField
          label={t('imports.until')}
          value={answer.until}
          disabled={isBusy}
          required
          onChange={(until) => until && onChange({ until })}
        />
      )}
    </>
  );
}

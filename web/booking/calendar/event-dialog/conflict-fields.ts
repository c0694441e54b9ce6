// The fields of the event dialog that another person has changed as well, with words for their values.
import i18next from 'i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { plainDay } from '#web/lib/dates.ts';
import { formatMinutes } from '#web/lib/durations.ts';
import { formatEuro } from '#web/lib/money.ts';
import type { EventValues } from './event-form.ts';
import type { PartValues } from './visit-parts.ts';

const labels: Partial<Record<keyof EventValues, MessageKey>> = {
  parts: 'desk.servicesOf',
  startDay: 'calendar.start',
  startTime: 'calendar.startTime',
  endDay: 'calendar.end',
  endTime: 'calendar.endTime',
  name: 'calendar.name',
  phoneNumber: 'calendar.phoneNumber',
  eMail: 'calendar.eMail',
  description: 'calendar.description',
  type: 'calendar.typeOf',
  allDay: 'calendar.allDay',
  sendSms: 'calendar.sendSms',
  readOnly: 'calendar.readOnlyField',
};

interface About {
  calendars: readonly Calendar[];
  /** Of an event by itself, the only part is its title and its calendar. */
  isVisit: boolean;
}

export function conflictFields(contested: readonly (keyof EventValues)[], about: About) {
  return contested.map((name) => ({
    name,
    label: i18next.t((name !== 'parts' || about.isVisit ? labels[name] : undefined) ?? 'calendar.title'),
    format: (value: unknown) => formatValue(name, value, about),
  }));
}

function formatValue(name: keyof EventValues, value: unknown, { calendars, isVisit }: About): string {
  if (name === 'parts') {
    const personOf = (id: string) => (calendars.length > 1 ? calendars.find((one) => one.id === id)?.name : undefined);
    const describe = ({ title, minutes, price, calendarId }: PartValues) =>
      isVisit
        ? `${title} (${formatMinutes(Number(minutes))} · ${formatEuro(Number(price) || 0)})`
        : [title, personOf(calendarId)].filter(Boolean).join(' · ');
    return (value as PartValues[]).map(describe).join(', ');
  }
  if (name === 'type') return i18next.t(`calendar.type.${value as EventValues['type']}`);
  if (typeof value === 'boolean') return i18next.t(value ? 'grid.yes' : 'grid.no');
  if ((name === 'startDay' || name === 'endDay') && value) return plainDay(String(value));
  return String(value ?? '');
}

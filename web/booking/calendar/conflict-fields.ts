// The fields of the event dialog that another person has changed as well, with words for their values.
import i18next from 'i18next';
import type { MessageKey } from '#i18n/keys.ts';
import { plainDay } from '#web/lib/dates.ts';
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
  sendSms: 'calendar.sendSms',
  readOnly: 'calendar.readOnlyField',
};

export function conflictFields(contested: readonly (keyof EventValues)[]) {
  return contested.map((name) => ({
    name,
    label: i18next.t(labels[name] ?? 'calendar.title'),
    format: (value: unknown) => formatValue(name, value),
  }));
}

function formatValue(name: keyof EventValues, value: unknown): string {
  if (name === 'parts') {
    const describe = ({ title, minutes, price }: PartValues) =>
      `${title} (${minutes} min · ${formatEuro(Number(price) || 0)})`;
    return (value as PartValues[]).map(describe).join(', ');
  }
  if (typeof value === 'boolean') return i18next.t(value ? 'grid.yes' : 'grid.no');
  if ((name === 'startDay' || name === 'endDay') && value) return plainDay(String(value));
  return String(value ?? '');
}

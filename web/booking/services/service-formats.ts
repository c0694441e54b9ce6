// The fields of a service that refer to others, in words.
import i18next from 'i18next';
import type { ServiceOption, ServicePerson } from '#contract/booking/services.ts';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { vatRatesText } from '#web/lib/editor/vat-rates-text.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { leadText } from '#web/messaging/reminders/lead-text.ts';
import { choicesQuery } from './choices.ts';

/** The choices are loaded by the inputs of the editor. */
const choices = () => queryClient.getQueryData(choicesQuery.queryKey);

export const serviceFormats = {
  categoryId: (id: unknown) => choices()?.categories.find((category) => category.id === id)?.name ?? '',
  pictureId: 'picture',
  // The fields of a service, by the contract.
  reminderLeads: (leads: unknown) =>
    leads === null ? i18next.t('visitReminders.asCompany') : (leads as number[]).map(leadText).join(', '),
  vatRates: (rates: unknown) => vatRatesText(rates as LaterVatRate[]),
  options: (options: unknown) => (options as ServiceOption[]).map(describeOption).join(', '),
  people: (people: unknown) => (people as ServicePerson[]).map(describePerson).filter(Boolean).join(', '),
} as const;

/** `Berta Balode (Harbour · 45 min · €120.00)`; only what differs from the service is in brackets. */
function describePerson({ calendarId, locationId, minutes, price }: ServicePerson): string {
  const person = choices()?.people.find((one) => one.calendarId === calendarId);
  const own = [
    person?.locations.find(({ id }) => id === locationId)?.name,
    minutes !== null && `${minutes} min`,
    price !== null && formatFullEuro(price),
  ].filter(Boolean);
  return `${person?.name ?? ''}${own.length > 0 ? ` (${own.join(' · ')})` : ''}`;
}

/** `Long hair (+15 min · +€10.00)`. */
function describeOption({ name, minutes, price, isActive }: ServiceOption): string {
  const adds = [
    minutes > 0 && `+${minutes} min`,
    price > 0 && `+${formatFullEuro(price)}`,
    !isActive && i18next.t('services.optionOff'),
  ].filter(Boolean);
  return `${name}${adds.length > 0 ? ` (${adds.join(' · ')})` : ''}`;
}

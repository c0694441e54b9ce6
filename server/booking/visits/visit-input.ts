// Parts of the input that creating and changing a visit share: its calendars, and its customer.
import type { visits } from '#contract/booking/visits.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { findCalendar, type UsableCalendar } from '#server/booking/times/find-calendar.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import { holdContact } from '#server/customers/contacts/hold-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { StoredVisit } from './find-visit.ts';

export type NewVisitInput = Parsed<typeof visits.insertVisit>;

export type ChangedVisit = Parsed<typeof visits.updateVisit>;

export type GivenVisit = NewVisitInput | ChangedVisit;

export async function findCalendars(
  context: SignedIn,
  { parts }: GivenVisit,
  preferredLocation: string | null = null,
): Promise<Map<string, UsableCalendar>> {
  const calendars = new Map<string, UsableCalendar>();
  for (const { calendarId } of parts) {
    if (calendars.has(calendarId)) continue;
    const calendar = await findCalendar(context.db, context.user, calendarId, preferredLocation);
    if (!calendar) throw notFound();
    calendars.set(calendarId, calendar);
  }
  return calendars;
}

export interface VisitCustomer {
  contactId: string | null;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
}

/**
 * The customer of the input with their contact: the given one, that of the visit while nothing changes, or one that
 * fits.
 */
export async function customerOf(context: SignedIn, input: GivenVisit, before?: StoredVisit): Promise<VisitCustomer> {
  const { user } = context;
  const named = { name: input.name, eMail: input.eMail ?? '', phoneNumber: input.phoneNumber ?? '' };
  const language = before?.language ?? user.language;
  if (input.contactId && input.contactId !== before?.contactId) {
    const contact = await holdContact(context.db, user.companyId, input.contactId);
    if (!contact) throw notFound();
    return { ...named, contactId: contact.id, language: contact.language || language };
  }
  const isSame =
    before && before.name === named.name && before.eMail === named.eMail && before.phoneNumber === named.phoneNumber;
  if (before && (isSame || input.contactId || before.status === 'held')) {
    return { ...named, contactId: before.contactId, language };
  }
  const contactId = await findOrCreateContact(context, { ...named, companyId: user.companyId, language: '' });
  return { ...named, contactId, language };
}

// Adds the customers of a demo company, with what a business learns about its customers over the years.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { isClaimed } from '#contract/customers/consent.ts';
import { phoneKeyOf } from '#server/customers/contacts/phone-key.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import type { DemoCompany } from './company.ts';
import { type Random, seededRandom } from './random.ts';
import type { StaffedCompany } from './staffed.ts';

const tags = ['Regular', 'VIP', 'Student', 'Allergy', 'Mornings only', 'Gift voucher'];
const notes = [
  'Prefers quiet appointments. Coffee with oat milk.',
  'Allergic to ammonia; patch test before every colour.',
  'Always ten minutes late, always kind about it.',
  'Parks a pram in the corridor: keep the place by the window free.',
  'Asked for the same result as last spring; photographs are in the binder.',
  'Pays in cash. Wants a receipt in the name of the company.',
];
const channels = ['', '', '', 'email', 'sms', 'none'];

export async function addContacts(
  context: ServiceContext,
  company: DemoCompany,
  companyId: string,
): Promise<StaffedCompany['contacts']> {
  const random = seededRandom(company.contacts.length);
  const contacts = company.contacts.map((contact) => ({ ...contact, id: randomUUIDv7() }));
  const now = context.clock.now();
  const year = now.toZonedDateTimeISO('UTC').year;
  await context.db
    .insertInto('contacts')
    .values(
      contacts.map((contact) => ({
        ...contact,
        companyId,
        phoneKey: phoneKeyOf(contact.phoneNumber, undefined),
        language: random.chance(0.7) ? company.language : random.chance(0.5) ? 'en' : '',
        birthday: random.chance(0.3) ? birthday(random, year) : null,
        notes: random.chance(0.35) ? random.pick(notes) : '',
        preferredChannel: random.pick(channels),
        createdAt: now.subtract({ hours: 24 * random.integer(60, 700) }),
      })),
    )
    .execute();
  const tagged = contacts.flatMap(({ id }) =>
    tags.filter(() => random.chance(0.15)).map((tag) => ({ companyId, contactId: id, tag })),
  );
  await context.db.insertInto('contactTags').values(tagged).execute();
  const consents = contacts.flatMap(({ id }) => consentsOf(company, random, now, { companyId, contactId: id }));
  await context.db.insertInto('consents').values(consents).execute();
  return contacts;
}

function birthday(random: Random, year: number): string {
  const [month, day] = [random.integer(1, 12), random.integer(1, 28)];
  return `${year - random.integer(18, 76)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Nothing, given on one or both channels, given and withdrawn, or declined. */
function consentsOf(
  { language }: DemoCompany,
  random: Random,
  now: Temporal.Instant,
  key: { companyId: string; contactId: string },
) {
  const answer = (
    channel: 'email' | 'sms',
    isGiven: boolean,
    source: 'booking' | 'staff' | 'import' | 'link',
    days: number,
  ) => ({
    ...key,
    id: randomUUIDv7(),
    channel,
    isGiven,
    source,
    shownText: source === 'booking' ? translate(language, `booking.consent.${channel}`) : '',
    createdAt: now.subtract({ hours: 24 * days }),
    provedAt: isGiven && isClaimed({ source }) ? null : now.subtract({ hours: 24 * days }),
  });
  return random.pick([
    [],
    [],
    [answer('email', true, 'booking', 50)],
    [answer('email', true, 'import', 300), answer('sms', true, 'staff', 40)],
    [answer('email', true, 'booking', 55), answer('email', false, 'link', 12)],
    [answer('sms', false, 'staff', 33)],
  ]);
}

/** Once the calendars are filled: the customers' figures say what their appointments say. */
export function countDemoVisits({ db, clock }: ServiceContext, companyId: string) {
  return sql`select recount_contacts(${companyId}, null, ${clock.now()})`.execute(db);
}

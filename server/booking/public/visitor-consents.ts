// Advertising on the page of an appointment: the customer agrees or withdraws, by channel.
import { sql } from 'kysely';
import type { publicCalendars } from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context, ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findAppointment } from './store.ts';

type Consents = Output<typeof publicCalendars.getConsents>;

interface Customer {
  companyId: string;
  contactId: string;
  /** The link came to the customer's own address, which proves it. */
  isOwn: boolean;
  email: boolean;
  sms: boolean | null;
}

/** Empty for an appointment without a customer. Throws 404 for an unknown link. */
export async function readConsents({ db }: Context, { actionHash }: { actionHash: string }): Promise<Consents> {
  const found = await findCustomer(db, actionHash);
  return found ? consentsOf(found) : [];
}

/** Throws 404 for an unknown link. A repeated call changes nothing. */
export function setConsent(
  context: Context,
  { actionHash, channel, isGiven }: Parsed<typeof publicCalendars.setConsent>,
): Promise<Consents> {
  return transaction(context, async (tx) => {
    const found = await findCustomer(tx.db, actionHash);
    if (!found) throw notFound();
    if (found[channel] === isGiven) return consentsOf(found);
    const { companyId, contactId, isOwn } = found;
    const shownText = translate(tx.visitor.language, `booking.consent.${channel}`);
    const consent = { companyId, contactId, channel, isGiven, source: 'link', userId: null, shownText } as const;
    await recordConsent(tx, consent, { isProved: isOwn });
    return consentsOf({ ...found, [channel]: isGiven });
  });
}

function consentsOf({ email, sms }: Customer): Consents {
  const all: { channel: ConsentChannel; isGiven: boolean | null }[] = [
    { channel: 'email', isGiven: email },
    { channel: 'sms', isGiven: sms },
  ];
  return all.flatMap(({ channel, isGiven }) => (isGiven === null ? [] : [{ channel, isGiven }]));
}

async function findCustomer(db: ServiceContext['db'], actionHash: string): Promise<Customer | undefined> {
  const appointment = await findAppointment(db, actionHash);
  if (!appointment) throw notFound();
  const { companyId, visitId, linkEMail } = appointment;
  const { rows } = await sql<Customer>`
    select c.company_id, c.id as contact_id, c.e_mail_key = ${linkEMail.toLowerCase()} as is_own,
      c.mail_consent in ('given', 'pending') as email, case when c.phone_key <> '' then c.sms_consent in ('given', 'pending') end as sms
    from visits v join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    where v.company_id = ${companyId} and v.id = ${visitId}`.execute(db);
  return rows[0];
}

// Sends a receipt by e-mail: to the customer, or to an address that they say at the till.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { fixedEuroFormat } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { countOfDay, type DayLimit } from '#server/lib/http/throttle.ts';
import { localeOf, supportedLanguage, translate } from '#server/lib/i18n.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';
import { changedTexts } from '#server/messaging/mail/changed-texts.ts';
import { countMail } from '#server/messaging/mail/limit-mails.ts';
import { queueMails } from '#server/messaging/mail/queue-mails.ts';
import { renderMail } from '#server/messaging/mail/render-mail.ts';
import { findTillReceipt } from '../sales/read-till-receipts.ts';
import { readBeside, receiptValues } from './receipt-values.ts';

/**
 * Queues the mail in the language of the customer. Throws 404 for receipts of others, 417 without an address, 409 while
 * the address of the company is not proved (otherwise anyone could write to anybody), 429 when the address or the
 * company has had the mails of the day.
 */
export async function mailReceipt(
  tx: SignedIn,
  { id: receiptId, eMail }: Parsed<typeof tills.mailReceipt>,
): Promise<{ to: string }> {
  const receipt = await findTillReceipt(tx, receiptId);
  const beside = await readBeside(tx, receiptId);
  const to = oneLine(eMail || beside.eMail, 320);
  if (!to) throw invalid('EMail', 'field.required');
  const company = await provedCompany(tx);
  const { companyId } = tx.user;
  // Anyone can write words on a free line and sell it for nothing.
  const isTyped = to.toLowerCase() !== beside.eMail.toLowerCase();
  const tooMany = isTyped ? await countOfDay(tx, typedAddressesOf(tx.user.id)) : undefined;
  if (tooMany) throw tooMany;
  const { refusal, counted } = await countMail(tx, to, { companyId, isRequest: false, isToCustomer: true });
  if (refusal) throw refusal;
  const language = supportedLanguage(beside.language);
  const [id, now] = [randomUUIDv7(), tx.clock.now()];
  await queueMails(tx, 'visit', [
    {
      ...{ id, companyId, locationId: beside.locationId, dueAt: now, expiresAt: now.add({ hours: 72 }) },
      fromEMail: parseSender(tx.config.mailFrom).address,
      fromName: oneLine(company.name, 100),
      replyTo: oneLine(company.eMail, 320),
      toEMail: to,
      ...(await renderReceipt(tx, { receipt, language, company, refundedNumber: beside.refundedNumber })),
      cause: { kind: 'till.receipt', key: `${receiptId}:${id}` },
      counted,
    },
  ]);
  // Without the address, which audits would keep longer than the customer.
  await audit(tx, `Receipt ${receiptId} mailed to ${isTyped ? 'a typed address' : 'its customer'}`);
  return { to };
}

/** A front desk that asks each customer for an address has fewer a day. */
const typedAddressesOf = (userId: string): DayLimit => ({
  action: 'receipt to a typed address',
  subject: userId,
  max: 100,
  code: 'booking.tooManyMails',
});

interface Company {
  name: string;
  eMail: string;
  phone: string;
}

async function provedCompany({ db, user }: SignedIn): Promise<Company> {
  const { rows } = await sql<Company>`
    select c.name, c.e_mail, c.phone_number as phone from companies c
    where c.id = ${user.companyId} and ${isCompanyAddressVerified}`.execute(db);
  const [company] = rows;
  if (!company) throw new Refusal(409, 'till.companyNotVerified');
  return company;
}

interface Rendered {
  receipt: TillReceipt;
  language: string;
  company: Company;
  refundedNumber: number | null;
}

async function renderReceipt(tx: SignedIn, { receipt, language, company, refundedNumber }: Rendered) {
  const values = receiptValues(receipt, { refundedNumber }, language);
  const say = (word: 'number' | 'refundOf' | 'deviceNumber' | 'date' | 'customer' | 'registration' | 'vatId') =>
    translate(language, `paper.say.${word}`);
  const money = (amount: number | null | undefined) =>
    typeof amount === 'number' ? fixedEuroFormat(localeOf(language)).format(amount) : '';
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  const facts = [
    [say('number'), values.number],
    [say('refundOf'), values.refundOf],
    [say('deviceNumber'), values.deviceNumber],
    [say('date'), `${day.format(new Date(`${receipt.day}T00:00:00Z`))}, ${values.time}`],
    [say('customer'), values.customer],
    [receipt.seller?.name ?? '', receipt.seller?.address ?? ''],
    [say('registration'), values.registration],
    [say('vatId'), values.vatId],
  ];
  const amounts = [
    ...(values.lines ?? []).map(({ name, detail, amount }) => ({ name, detail, amount: money(amount) })),
    { name: translate(language, 'paper.say.total'), amount: money(values.total), isTotal: true },
    ...(values.vat ?? []).map(({ name, amount }) => ({ name, amount: money(amount) })),
    ...(values.payments ?? []).map(({ name, amount }) => ({ name, amount: money(amount) })),
  ];
  const texts = await changedTexts(tx.db, { companyId: null, key: undefined, language });
  return renderMail(
    'receipt',
    {
      language,
      subject: receipt.refundsId === null ? 'mail.receipt.subject' : 'mail.receipt.refundSubject',
      params: { company: company.name, number: String(values.number ?? ''), total: money(values.total) },
      facts: {
        company: company.name,
        companyContact: [company.phone, company.eMail].filter(Boolean).join(' · '),
        preview: money(values.total),
        title: { text: values.title },
        notice: { text: values.notice },
        facts: facts.flatMap(([label, text]) => (text ? [{ label: { text: label }, text }] : [])),
        amounts,
      },
    },
    { words: texts.words },
  );
}

// Queues the mails about accounts: verify an address of a person or a company, set a new password, join a company,
// report a change of the account.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { MessageKey } from '#i18n/keys.ts';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage } from '#server/lib/i18n.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { looksLikeLink, plainName } from '#server/lib/plain-name.ts';
import type { Refusal } from '#server/lib/refusal.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';
import { changedTexts } from './changed-texts.ts';
import { countAccountMail } from './limit-mails.ts';
import { type MailAttachment, queueMails } from './queue-mails.ts';
import { renderMail, translateChanged } from './render-mail.ts';

/**
 * `overdue1` to `overdue3`: the levels of a notice that an invoice is overdue; `invoice`, `creditNote`: a new one;
 * `exists`: an address that already has an account was used to sign up; `changed`: the password was changed;
 * `appointments`: a visitor asked for all appointments with their address;
 * `calendarNotRead`, `calendarNotWritten`: an outside calendar fails.
 */
export const accountMailKinds = [
  'verify',
  'exists',
  'recover',
  'passwordChanged',
  'invite',
  'verifyCompany',
  'appointments',
  'calendarNotRead',
  'calendarNotWritten',
  'invoice',
  'creditNote',
  'overdue1',
  'overdue2',
  'overdue3',
] as const;
const aboutInvoices = /^(invoice|creditNote|overdue\d)$/;
export type AccountMailKind = (typeof accountMailKinds)[number];

interface LinkBase {
  publicUrl: string;
}

/** The targets of the links of these mails; opening a link changes nothing yet. */
export const accountUrls = {
  logIn: ({ publicUrl }: LinkBase) => `${publicUrl}/user/login`,
  verify: ({ publicUrl }: LinkBase, token: string) => `${publicUrl}/user/login/${token}`,
  recover: ({ publicUrl }: LinkBase, token: string) => `${publicUrl}/user/recover/${token}`,
  startRecover: ({ publicUrl }: LinkBase) => `${publicUrl}/user/recover`,
  invite: ({ publicUrl }: LinkBase, token: string) => `${publicUrl}/user/invite/${token}`,
  verifyCompany: ({ publicUrl }: LinkBase, token: string) => `${publicUrl}/user/verify-company/${token}`,
  appointments: ({ publicUrl }: LinkBase, token: string) => `${publicUrl}/appointments/${token}`,
};

/**
 * Writes the mail to the outbox with `context.db`, in the caller's transaction. `company` is the name that the text may
 * mention, `words` are further parts of it. Returns the refusal (429) when an unproved address has had the mails of the
 * day: nothing is queued then, and the caller decides who may know.
 */
export async function queueAccountMail(
  context: ServiceContext,
  kind: AccountMailKind,
  mail: {
    to: string;
    language: string;
    url: string;
    companyId?: string;
    company?: string;
    by?: string;
    words?: Record<string, string>;
    /** Instead of the lead of the kind. */
    lead?: MessageKey;
    attachment?: MailAttachment;
    /** The id of what it is about: its area says whether it is still true (`mayStillSend`). */
    about?: string;
    /** When it is of no use any more. */
    expiresAt?: Temporal.Instant;
    /** The caller has counted it against a limit of its own. */
    isCounted?: boolean;
  },
): Promise<Refusal | undefined> {
  // Of its own accord the installation writes about invoices only.
  const isAboutInvoice = aboutInvoices.test(kind);
  const refusal =
    isAboutInvoice || mail.isCounted
      ? undefined
      : await countAccountMail(context, mail.to, { isRecovery: kind === 'recover' });
  if (refusal) {
    context.log.info({ category: 'Mail', kind }, 'no mail: the address has had the mails of the day');
    return refusal;
  }
  const id = randomUUIDv7();
  const now = context.clock.now();
  const sender = parseSender(context.config.mailFrom);
  const language = supportedLanguage(mail.language);
  const params = {
    company: oneLine(await mailedName(context.db, mail), 100),
    by: oneLine(mail.by ?? '', 100),
    logIn: mail.to,
    ...mail.words,
  };
  const words = (part: 'subject' | 'heading' | 'lead' | 'button' | 'small') => `mail.${kind}.${part}` as const;
  const lead = mail.lead ?? words('lead');
  const changed = await changedTexts(context.db, { companyId: null, key: undefined, language });
  const to = oneLine(mail.to, 320);
  await queueMails(context, 'account', [
    {
      id,
      companyId: mail.companyId ?? null,
      fromEMail: sender.address,
      fromName: sender.name,
      toEMail: to,
      ...(await renderMail(
        'account',
        {
          language,
          subject: words('subject'),
          params,
          facts: {
            company: sender.name || 'Daybook',
            companyContact: '',
            preview: translateChanged({ language, params, words: changed.words }, lead),
            heading: words('heading'),
            lead,
            button: words('button'),
            small: words('small'),
            url: mail.url,
          },
        },
        { words: changed.words },
      )),
      dueAt: now,
      // The links of most of these mails do not last longer.
      expiresAt: mail.expiresAt ?? now.add({ hours: isAboutInvoice ? 24 * 7 : 24 }),
      // No one waits for them: a run for all companies must not keep a link that opens an account waiting.
      ...(isAboutInvoice && mail.companyId && { turnKey: mail.companyId }),
      ...(mail.attachment && { attachment: mail.attachment }),
      cause: { kind: `account.${kind}`, key: mail.about === undefined ? id : `${id}:${mail.about}` },
    },
  ]);
  return undefined;
}

/** The name of a company that has not proved who it is goes without what could be a link. */
async function mailedName(db: Db, { companyId, company = '' }: { companyId?: string; company?: string }) {
  if (!companyId || !looksLikeLink(company)) return company;
  const { rows } = await sql`select from companies c where c.id = ${companyId} and ${isCompanyAddressVerified}`.execute(
    db,
  );
  return rows.length > 0 ? company : plainName(company) || '–';
}

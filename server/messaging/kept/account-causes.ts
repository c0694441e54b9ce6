// The causes of kept mails about accounts and invoices.
import type { AccountMailKind } from '#server/messaging/mail/queue-account-mail.ts';
import type { KeptCause } from './kept-causes.ts';

const account: KeptCause = { kind: 'account' };
const withLink: KeptCause = { kind: 'account', hasActionLinks: true };
const invoice: KeptCause = { kind: 'invoice' };

export const accountKeptCauses: Record<'account' | `account.${AccountMailKind}`, KeptCause> = {
  'account.verify': withLink,
  'account.exists': account,
  'account.recover': withLink,
  'account.passwordChanged': account,
  'account.invite': { kind: 'invitation', hasActionLinks: true },
  'account.verifyCompany': withLink,
  // Ends with its link.
  'account.appointments': account,
  'account.calendarNotRead': account,
  'account.calendarNotWritten': account,
  'account.invoice': invoice,
  'account.creditNote': invoice,
  'account.overdue1': invoice,
  'account.overdue2': invoice,
  'account.overdue3': invoice,
  // Of releases that did not record the kind.
  account,
};

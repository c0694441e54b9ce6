// Mail templates: each kind in each language, shipped, or changed by the operator or a company.
import { z } from 'zod';
import { eMail, id, maybe, multiLine, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { foot, head, resetOf, templates } from './templates.ts';

/** The placeholders of every template, in subject and body. */
export const mailPlaceholders = ['company', 'hello', 'visitor', 'what', 'when', 'was'] as const;

/** The parts of each mail in their usual order, each in its own paragraph. The kind is the first word of the key. */
export const mailParts = {
  request: ['time', 'details', 'confirmButton', 'declineLink', 'expiry'],
  confirmed: ['time', 'details', 'cancelLink'],
  changed: ['time', 'details', 'confirmButton', 'cancelLink'],
  cancelled: ['time', 'details', 'bookAgainButton'],
  reminder: ['time', 'details', 'confirmButton', 'cancelLink'],
  notice: ['time', 'visitorDetails', 'calendarButton'],
} as const;

const row = z.object({
  ...head,
  subject: z.string(),
  body: z.string(),
  fromEMail: z.string().meta({ wire: 'FromEmail' }),
  toEMail: z.string().meta({ wire: 'ToEmail' }),
  bccEMail: z.string().meta({ wire: 'BccEmail' }),
  ...foot,
});

const address = maybe(eMail);
const body = text(5_000).meta(multiLine);

const shared = {
  ...templates,
  tables: ['email_templates'],
  row,
  search: { from: 'fromEMail', to: 'toEMail' },
  input: z.strictObject({
    subject: text(200),
    body,
    fromEMail: address.meta({ wire: 'FromEmail' }),
    toEMail: address.meta({ wire: 'ToEmail' }),
    bccEMail: address.meta({ wire: 'BccEmail' }),
  }),
} as const;

const more = <M extends 'admin' | 'sys'>(may: M, page: string) => ({
  reset: resetOf(may, page, row),
  preview: post({
    summary: 'Renders the mail with sample data.',
    may,
    page,
    input: z.strictObject({ id, subject: note(200), body: note(5_000) }),
    output: z.object({ subject: z.string(), html: z.string(), plain: z.string() }),
  }),
});

export const companyEmailTemplates = resource('company', 'emailtemplates', {
  ...shared,
  about: 'Mail templates of a company.',
  may: 'admin',
  page: '/app/company/email/templates',
  more: more('admin', '/app/company/email/templates'),
});

export const systemEmailTemplates = resource('system', 'emailtemplates', {
  ...shared,
  about: 'Mail templates shared by all companies, and those that companies changed.',
  may: 'sys',
  page: '/app/system/email/templates',
  more: more('sys', '/app/system/email/templates'),
});

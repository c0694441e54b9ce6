// SMS templates: each kind in each language, shipped, or changed by the operator or a company.
import { z } from 'zod';
import { id, maybe, multiLine, phone, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { foot, head, resetOf, templates } from './templates.ts';

/**
 * The placeholders of each kind; the kind is the template's key. Reminders are all that is sent: a customer gets the
 * other messages about an appointment by e-mail.
 */
export const smsPlaceholders = {
  reminder: ['company', 'visitor', 'what', 'when', 'confirmLink', 'cancelLink'],
} as const;

/** All placeholders that a template of the kind can contain. */
export function smsPlaceholdersOf(key: string): readonly string[] {
  return key in smsPlaceholders ? smsPlaceholders[key as keyof typeof smsPlaceholders] : [];
}

const row = z.object({
  ...head,
  fromSms: z.string().meta({ wire: 'From' }),
  toSms: z.string().meta({ wire: 'To' }),
  message: z.string(),
  ...foot,
});

/**
 * A number, whose digits people group, or what networks show instead of one: at most eleven letters, digits and signs.
 */
export const senderPattern = /^(\+?\(?\d(?:[\s().-]*\d){2,14}|(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{1,11})$/;

/** As it is typed. */
export const typedSender = z.string().trim().max(30, { error: 'field.sender' });

const sender = typedSender.regex(senderPattern, { error: 'field.sender' });

const message = text(1_000).meta(multiLine);

const shared = {
  ...templates,
  tables: ['sms_templates'],
  row,
  input: z.strictObject({
    message,
    fromSms: maybe(sender).meta({ wire: 'From' }),
    toSms: maybe(phone).meta({ wire: 'To' }),
  }),
} as const;

const more = <M extends 'admin' | 'sys'>(may: M, page: string) => ({
  reset: resetOf(may, page, row),
  preview: post({
    summary: 'Renders the SMS with sample data and returns the number of parts it takes.',
    may,
    page,
    input: z.strictObject({ id, message }),
    output: z.object({
      message: z.string(),
      characters: z.number().int(),
      parts: z.number().int(),
      /** A character outside the GSM alphabet: each part holds fewer characters. */
      isUnicode: z.boolean(),
    }),
  }),
});

export const companySmsTemplates = resource('company', 'smstemplates', {
  ...shared,
  about: 'SMS templates of a company.',
  may: 'admin',
  page: '/app/company/sms/templates',
  more: more('admin', '/app/company/sms/templates'),
});

export const systemSmsTemplates = resource('system', 'smstemplates', {
  ...shared,
  about: 'SMS templates shared by all companies, and those that companies changed.',
  may: 'sys',
  page: '/app/system/sms/templates',
  more: more('sys', '/app/system/sms/templates'),
});

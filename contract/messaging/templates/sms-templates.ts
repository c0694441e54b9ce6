// What SMS to visitors say: each kind in each language, as delivered, as changed by the operator, or as changed by a company.
import { z } from 'zod';
import { id, maybe, multiLine, phone, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { foot, head, resetOf, templates } from './templates.ts';

/** What a text may name, whatever it is about. */
export const smsPlaceholders = ['company', 'visitor', 'what', 'when', 'was'] as const;

/** The links of each kind, which is a template's key. */
export const smsLinks = {
  request: ['confirmLink', 'declineLink'],
  confirmed: ['cancelLink'],
  changed: ['confirmLink', 'cancelLink'],
  cancelled: [],
  reminder: ['confirmLink', 'cancelLink'],
} as const;

/** The names that the text of a kind may have. */
export function smsPlaceholdersOf(key: string): readonly string[] {
  // Only an SMS about a new time knows what was before.
  const names = smsPlaceholders.filter((name) => name !== 'was' || key === 'changed');
  return [...names, ...(key in smsLinks ? smsLinks[key as keyof typeof smsLinks] : [])];
}

const row = z.object({
  ...head,
  fromSms: z.string().meta({ wire: 'From' }),
  toSms: z.string().meta({ wire: 'To' }),
  message: z.string(),
  ...foot,
});

/** As networks show it: a number, or at most eleven letters, digits and signs. */
const sender = z
  .string()
  .trim()
  .regex(/^(\+?\d{3,15}|(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{1,11})$/, { error: 'field.sender' });

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
    summary: 'The SMS as it would be sent, with sample data, and how many it makes.',
    may,
    page,
    input: z.strictObject({ id, message }),
    output: z.object({
      message: z.string(),
      characters: z.number().int(),
      parts: z.number().int(),
      /** A sign that is not in the alphabet of SMS leaves room for fewer in each. */
      isUnicode: z.boolean(),
    }),
  }),
});

export const companySmsTemplates = resource('company', 'smstemplates', {
  ...shared,
  about: 'What the SMS of a company say. They are kept for when SMS are sent; this version sends none.',
  may: 'admin',
  page: '/app/company/sms/templates',
  more: more('admin', '/app/company/sms/templates'),
});

export const systemSmsTemplates = resource('system', 'smstemplates', {
  ...shared,
  about: 'What SMS say where a company says nothing else, and what companies changed. This version sends none.',
  may: 'sys',
  page: '/app/system/sms/templates',
  more: more('sys', '/app/system/sms/templates'),
});

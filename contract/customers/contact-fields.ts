// The fields of a customer that people write, once for the form, merges, imports, downloads and backups: each is a
// column of `contacts`. docs/guides/a-new-customer-field.md says what a new one needs.
import { z } from 'zod';
import { birthday } from '#contract/lib/birthday.ts';
import { eMail, languageKey, maybe, multiLine, note, personName, phone } from '#contract/lib/fields.ts';

/** How a customer wants to hear from the business. */
export const preferredChannels = ['any', 'email', 'sms', 'none'] as const;

export const contactFields = {
  name: personName(100),
  eMail: maybe(eMail).meta({ wire: 'EMail' }),
  phoneNumber: maybe(phone),
  language: z
    .string()
    .regex(/^([a-z]{2})?$/, { error: 'field.invalid' })
    .meta(languageKey)
    .default(''),
  preferredChannel: z.enum(preferredChannels).default('any'),
  birthday: birthday.nullable().default(null),
  notes: note(4000).meta(multiLine).default(''),
};
export type ContactField = keyof typeof contactFields;

/** In their order on screens. */
export const contactFieldNames = Object.keys(contactFields) as [ContactField, ...ContactField[]];

/** The fields that a file can have. */
export type ImportedField = Exclude<ContactField, 'preferredChannel'>;
export const importedFields = contactFieldNames.filter((field): field is ImportedField => field !== 'preferredChannel');

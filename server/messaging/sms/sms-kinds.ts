// The SMS to visitors whose text can be changed: what each says as it is delivered, and what it cannot do without.
import { smsLinks } from '#contract/messaging/templates/sms-templates.ts';
import { translate } from '#server/lib/i18n.ts';

export type SmsKey = keyof typeof smsLinks;

// The keys of that very object.
export const smsKeys = Object.keys(smsLinks) as SmsKey[];

/** Without these names the SMS would be of no use to whom it is for. */
export const requiredPlaceholders: Record<SmsKey, readonly string[]> = {
  request: ['when', 'confirmLink'],
  confirmed: ['when'],
  changed: ['when', 'cancelLink'],
  cancelled: ['when'],
  reminder: ['when'],
};

/** The text as it is delivered, with its names. */
export function originalSms(key: SmsKey, language: string): string {
  return translate(language, `smsText.${key}`);
}

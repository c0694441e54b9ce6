// The SMS to visitors with editable texts: the original of each, and its required names.
import { smsPlaceholders } from '#contract/messaging/templates/sms-templates.ts';
import { translate } from '#server/lib/i18n.ts';

export type SmsKey = keyof typeof smsPlaceholders;

// The keys of that very object.
export const smsKeys = Object.keys(smsPlaceholders) as SmsKey[];

/** An SMS without these names would not serve its purpose. */
export const requiredPlaceholders: Record<SmsKey, readonly string[]> = {
  reminder: ['when'],
};

/** The original text, with its placeholders. */
export function originalSms(key: SmsKey, language: string): string {
  return translate(language, `smsText.${key}`);
}

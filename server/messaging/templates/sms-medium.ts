// The medium of SMS texts.
import { smsPlaceholdersOf } from '#contract/messaging/templates/sms-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { originalSms, requiredPlaceholders, type SmsKey, smsKeys } from '#server/messaging/sms/sms-kinds.ts';
import { ungroupedSender } from '#server/messaging/sms/ungrouped-sender.ts';
import { placeholderParams, unknownPlaceholders } from './check-text.ts';
import type { TemplateMedium } from './medium.ts';

export const sms: TemplateMedium = {
  table: 'smsTemplates',
  mark: 'sms',
  texts: ['message'],
  addresses: ['fromSms', 'toSms'],
  originals: (reader) =>
    smsKeys.flatMap((key) =>
      languageKeys.map((language) => {
        return {
          key,
          language,
          description: translate(reader, `mailAbout.${key}`),
          message: originalSms(key, language),
        };
      }),
    ),
  async check(context, { key, companyId }, { message = '', fromSms = '' }) {
    const complaints = unknownPlaceholders('Message', message, smsPlaceholdersOf(key));
    const placeholders = placeholdersOf(message);
    // Keys of templates come from this list.
    const missing = requiredPlaceholders[key as SmsKey].filter((name) => !placeholders.includes(name));
    if (!complaints.length && missing.length) {
      complaints.push({ key: 'Message', code: 'templates.missing', params: placeholderParams(missing) });
    }
    if (fromSms && companyId && !(await maySendAs(context, companyId, fromSms))) {
      complaints.push({ key: 'From', code: 'templates.fromSms' });
    }
    return complaints;
  },
};

/** A company sends from its own number or under the beginning of its own name; it cannot impersonate a bank. */
async function maySendAs({ db }: SignedIn, companyId: string, typed: string): Promise<boolean> {
  const sender = ungroupedSender(typed);
  const { name, phoneNumber } = await db
    .selectFrom('companies')
    .select(['name', 'phoneNumber'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const digits = (number: string) => number.replace(/\D/g, '');
  if (/^\+?\d+$/.test(sender)) return digits(phoneNumber) === digits(sender);
  // Sender names have no accents.
  const letters = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return letters(sender).length > 2 && letters(name).startsWith(letters(sender));
}

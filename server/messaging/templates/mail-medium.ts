// The texts of mails.
import { mailNames } from '#contract/messaging/templates/email-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, say } from '#server/lib/i18n.ts';
import { parseSender } from '#server/lib/one-line.ts';
import type { Complaint } from '#server/lib/refusal.ts';
import { type TemplateKey, templateKeys } from '#server/messaging/mail/mail-keys.ts';
import { neededParts, originalOf } from '#server/messaging/mail/mail-kinds.ts';
import { misplacedNames, paragraphsOf, partOf } from '#server/messaging/mail/mail-text.ts';
import { hasBrokenPlaceholder } from '#server/messaging/mail/placeholders.ts';
import { told, wrongNames } from './check-text.ts';
import type { Medium } from './medium.ts';

export const mail: Medium = {
  table: 'emailTemplates',
  mark: null,
  texts: ['subject', 'body'],
  addresses: ['fromEMail', 'toEMail', 'bccEMail'],
  originals: (reader) =>
    templateKeys.flatMap((key) =>
      languageKeys.map((language) => {
        return { key, language, description: say(reader, `mailAbout.${key}`), ...originalOf(key, language) };
      }),
    ),
  async check(context, { key, companyId }, { subject = '', body = '', fromEMail = '' }) {
    const complaints = [...wrongNames('Subject', subject, mailNames), ...wrongBody(key, body)];
    if (fromEMail && companyId && !(await mayWriteAs(context, companyId, fromEMail))) {
      complaints.push({ key: 'FromEmail', code: 'templates.from' });
    }
    return complaints;
  },
};

function wrongBody(key: string, body: string): Complaint[] {
  const misplaced = misplacedNames(body);
  const parts = paragraphsOf(body).map(partOf);
  const missing = neededParts[key as TemplateKey].filter((part) => !parts.includes(part)); // One of them, read from them.
  if (misplaced.length) return [{ key: 'Body', code: 'templates.misplaced', params: told(misplaced) }];
  if (hasBrokenPlaceholder(body)) return [{ key: 'Body', code: 'templates.broken' }];
  return missing.length ? [{ key: 'Body', code: 'templates.missing', params: told(missing) }] : [];
}

/** A company writes as itself or as the installation, not as anybody. */
async function mayWriteAs({ db, config }: SignedIn, companyId: string, address: string): Promise<boolean> {
  const { eMail } = await db
    .selectFrom('companies')
    .select('eMail')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return [eMail, parseSender(config.mailFrom).address].some((own) => own.toLowerCase() === address.toLowerCase());
}

// The medium of mail texts.
import { mailPlaceholders } from '#contract/messaging/templates/email-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { parseSender } from '#server/lib/one-line.ts';
import type { Complaint } from '#server/lib/refusal.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import { type TemplateKey, templateKeys } from '#server/messaging/mail/mail-keys.ts';
import { originalOf, requiredParts } from '#server/messaging/mail/mail-kinds.ts';
import { misplacedNames, paragraphsOf, partOf } from '#server/messaging/mail/mail-text.ts';
import { hasBrokenPlaceholder } from '#server/messaging/mail/placeholders.ts';
import { placeholderParams, unknownPlaceholders } from './check-text.ts';
import type { TemplateMedium } from './medium.ts';

export const mail: TemplateMedium = {
  table: 'emailTemplates',
  mark: null,
  texts: ['subject', 'body'],
  addresses: ['fromEMail', 'toEMail', 'bccEMail'],
  originals: (reader) =>
    templateKeys.flatMap((key) =>
      languageKeys.map((language) => {
        return { key, language, description: translate(reader, `mailAbout.${key}`), ...originalOf(key, language) };
      }),
    ),
  async check(context, { key, companyId }, { subject = '', body = '', fromEMail = '' }) {
    const complaints = [...unknownPlaceholders('Subject', subject, mailPlaceholders), ...wrongBody(key, body)];
    if (fromEMail && companyId && !(await mayWriteAs(context, companyId, fromEMail))) {
      complaints.push({ key: 'FromEmail', code: 'templates.from' });
    }
    return complaints;
  },
};

function wrongBody(key: string, body: string): Complaint[] {
  const misplaced = misplacedNames(body);
  const parts = paragraphsOf(body).map(partOf);
  // Keys of templates come from this list.
  const missing = requiredParts[key as TemplateKey].filter((part) => !parts.includes(part));
  if (misplaced.length) return [{ key: 'Body', code: 'templates.misplaced', params: placeholderParams(misplaced) }];
  if (hasBrokenPlaceholder(body)) return [{ key: 'Body', code: 'templates.broken' }];
  return missing.length ? [{ key: 'Body', code: 'templates.missing', params: placeholderParams(missing) }] : [];
}

/** A company may send from its own verified address or the installation's, from no other. */
async function mayWriteAs({ db, config }: SignedIn, companyId: string, address: string): Promise<boolean> {
  const { eMail } = await db
    .selectFrom('companies as c')
    .select(verifiedAddress.as('eMail'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return [eMail, parseSender(config.mailFrom).address].some((own) => own.toLowerCase() === address.toLowerCase());
}

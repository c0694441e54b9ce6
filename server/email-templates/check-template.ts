// What a changed mail must be so that it can be sent and does what it is for. All that is wrong is told at once.
import { mailNames } from '#contract/email-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, Refusal } from '#server/lib/refusal.ts';
import { neededParts, type TemplateKey } from '#server/mail/mail-kinds.ts';
import { misplacedNames, paragraphsOf, partOf } from '#server/mail/mail-text.ts';
import { parseSender } from '#server/mail/one-line.ts';
import { hasBrokenPlaceholder, placeholdersOf } from '#server/mail/placeholders.ts';

interface Written {
  subject: string;
  body: string;
  fromEMail?: string;
}

/** Throws 417. */
export async function checkTemplate(
  context: SignedIn,
  { key, companyId }: { key: string; companyId: string | null },
  { subject, body, fromEMail = '' }: Written,
): Promise<void> {
  const complaints: Complaint[] = [];
  const told = (names: readonly string[]) => ({ names: names.map((name) => `{{${name}}}`).join(', ') });
  const inline: readonly string[] = mailNames;
  const unknown = placeholdersOf(subject).filter((name) => !inline.includes(name));
  if (unknown.length) complaints.push({ key: 'Subject', code: 'templates.unknown', params: told(unknown) });
  else if (hasBrokenPlaceholder(subject)) complaints.push({ key: 'Subject', code: 'templates.broken' });
  const misplaced = misplacedNames(body);
  const parts = paragraphsOf(body).map(partOf);
  const missing = neededParts[key as TemplateKey].filter((part) => !parts.includes(part)); // One of them, read from them.
  if (misplaced.length) complaints.push({ key: 'Body', code: 'templates.misplaced', params: told(misplaced) });
  else if (hasBrokenPlaceholder(body)) complaints.push({ key: 'Body', code: 'templates.broken' });
  else if (missing.length) complaints.push({ key: 'Body', code: 'templates.missing', params: told(missing) });
  if (fromEMail && companyId && !(await mayWriteAs(context, companyId, fromEMail))) {
    complaints.push({ key: 'FromEmail', code: 'templates.from' });
  }
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
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

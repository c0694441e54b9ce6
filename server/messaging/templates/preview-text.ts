// Renders a mail or an SMS with the text that is being typed and sample data.

import type { AnyResource } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { notFound } from '#server/lib/refusal.ts';
import { changedTexts } from '#server/messaging/mail/changed-texts.ts';
import type { MailKind, TemplateKey } from '#server/messaging/mail/mail-keys.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';
import { type MailView, renderMail } from '#server/messaging/mail/render-mail.ts';
import type { SmsKey } from '#server/messaging/sms/sms-kinds.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';
import { checkText } from './check-text.ts';
import { mail } from './mail-medium.ts';
import type { Template, TemplateMedium, TextFields } from './medium.ts';
import { sms } from './sms-medium.ts';
import { templateOf, templateSource } from './store.ts';

type Status = 'held' | 'requested' | 'confirmed' | 'cancelled' | 'upcoming';

/** Sample data for a text; `token` stands in its links, which do nothing. */
export type SampleView = (
  context: SignedIn,
  about: { kind: MailKind; status: Status; language: string; token: string },
) => MailView & { links: { confirmUrl: string; cancelUrl: string } };

export async function previewMail(
  sampleView: SampleView,
  context: SignedIn,
  resource: AnyResource,
  { id, subject, body }: { id: string; subject: string; body: string },
): Promise<{ subject: string; html: string; plain: string }> {
  const template = await checkTemplate(context, resource, mail, id, { subject, body });
  const { language } = template;
  const key = template.key as TemplateKey; // Keys of templates come from this list.
  const [kind, status = 'confirmed'] = key.split('.') as [MailKind, Status?]; // The two parts of a key.
  const view = sampleView(context, { kind, status, language, token: '***' });
  const { words } = await changedTexts(context.db, { companyId: null, key, language });
  return renderMail(kind, view, {
    words,
    mail: { companyId: null, subject, body, fromEMail: '', toEMail: '', bccEMail: '' },
  });
}

/** As long as a token of 128 bits, which links in SMS have: the count equals what networks charge. */
const token = '*'.repeat(22);

export async function previewSms(
  sampleView: SampleView,
  context: SignedIn,
  resource: AnyResource,
  { id, message }: { id: string; message: string },
): Promise<{ message: string; characters: number; parts: number; isUnicode: boolean }> {
  const { key, language } = await checkTemplate(context, resource, sms, id, { message });
  const kind = key as SmsKey; // Keys of templates come from this list.
  const { params, links } = sampleView(context, { kind, status: 'confirmed', language, token });
  const { confirmUrl, cancelUrl } = links;
  const own: Record<string, string> = resource.area === 'company' ? { company: await nameOfCompany(context) } : {};
  const text = fill(message, {
    ...params,
    ...own,
    confirmLink: confirmUrl,
    cancelLink: cancelUrl,
  });
  return { message: text, ...smsParts(text) };
}

/** As SMS name it: one letter of its name decides whether they are in Unicode, and cost twice as much. */
async function nameOfCompany({ db, user }: SignedIn): Promise<string> {
  const found = await db.selectFrom('companies').select('name').where('id', '=', user.companyId).executeTakeFirst();
  if (!found) throw notFound();
  return oneLine(found.name, 40);
}

/** Finds the template for the caller and validates the text. */
async function checkTemplate(
  context: SignedIn,
  resource: AnyResource,
  medium: TemplateMedium,
  id: string,
  fields: TextFields,
): Promise<Template> {
  await rowById(context, resource, templateSource(medium, resource.area), id);
  const template = await templateOf(context, medium, id);
  if (!template) throw notFound();
  await checkText(context, medium, template, fields);
  return template;
}

// The mails with editable texts: the original of each, and its required parts.
import { mailParts } from '#contract/messaging/templates/email-templates.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { messagesUnder } from '#server/lib/i18n.ts';
import { type MailKind, type TemplateKey, templateKeys } from './mail-keys.ts';
import type { PartName } from './mail-text.ts';

/** The template of a mail about an appointment in this status, or of a notice about something else. */
export function templateKeyOf(kind: MailKind, status: string): TemplateKey | undefined {
  const key = kind === 'notice' ? `notice.${status}` : kind;
  return templateKeys.find((one) => one === key);
}

/** A mail without these parts would not serve its purpose. */
export const requiredParts: Record<TemplateKey, readonly PartName[]> = {
  request: ['confirmButton'],
  confirmed: ['time', 'cancelLink'],
  changed: ['time', 'cancelLink'],
  cancelled: ['time'],
  reminder: ['time', 'cancelLink'],
  'notice.requested': ['time'],
  'notice.confirmed': ['time'],
  'notice.cancelled': ['time'],
  'notice.upcoming': ['time'],
};

/** The small print after the parts. */
const smallPrint: Partial<Record<MailKind, MessageKey>> = {
  request: 'mail.notYou',
  confirmed: 'mail.entryAttached',
  changed: 'mail.entryAttached',
  cancelled: 'mail.entryRemoved',
};

/** The original subject and body; `words` are the changed words of mails. */
export function originalOf(
  key: TemplateKey,
  language: string,
  words: ReadonlyMap<string, string> = new Map(),
): { subject: string; body: string } {
  const texts = messagesUnder(language, 'mail');
  const message = (code: string) => words.get(code) ?? texts.get(code) ?? '';
  const [kind = '', status] = key.split('.');
  const of = (part: string) => message(`mail.${kind}.${part}${status ? `.${status}` : ''}`);
  const greeting = status ? [] : ['{{hello}}'];
  // The first part of every key is a kind.
  const parts = mailParts[kind as MailKind].map((part) => `{{${part}}}`);
  const small = smallPrint[kind as MailKind];
  const end = small ? [`~ ${message(small)}`] : [];
  const body = [`# ${of('heading')}`, ...greeting, of('lead'), ...parts, ...end];
  return { subject: of('subject'), body: body.join('\n\n') };
}

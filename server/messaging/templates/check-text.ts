// Validates a changed text: it can be sent and serves its purpose. All complaints are returned at once.
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, Refusal } from '#server/lib/refusal.ts';
import { hasBrokenPlaceholder, placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import type { Template, TemplateMedium, TextFields } from './medium.ts';

/** Throws 417. */
export async function checkText(
  context: SignedIn,
  medium: TemplateMedium,
  template: Template,
  texts: TextFields,
): Promise<void> {
  const complaints = await medium.check(context, template, texts);
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}

/** Returns the complaints about a line of text with names. */
export function unknownPlaceholders(key: string, line: string, allowed: readonly string[]): Complaint[] {
  const unknown = placeholdersOf(line).filter((name) => !allowed.includes(name));
  if (unknown.length) return [{ key, code: 'templates.unknown', params: placeholderParams(unknown) }];
  return hasBrokenPlaceholder(line) ? [{ key, code: 'templates.broken' }] : [];
}

/** Names in the form in which people type them. */
export const placeholderParams = (names: readonly string[]) => ({
  names: names.map((name) => `{{${name}}}`).join(', '),
});

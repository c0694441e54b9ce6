// What a changed text must be so that it can be sent and does what it is for. All that is wrong is told at once.
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, Refusal } from '#server/lib/refusal.ts';
import { hasBrokenPlaceholder, placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import type { Medium, Template, TextFields } from './medium.ts';

/** Throws 417. */
export async function checkText(
  context: SignedIn,
  medium: Medium,
  template: Template,
  texts: TextFields,
): Promise<void> {
  const complaints = await medium.check(context, template, texts);
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}

/** What is wrong with a line in which names stand among words. */
export function unknownPlaceholders(key: string, line: string, allowed: readonly string[]): Complaint[] {
  const unknown = placeholdersOf(line).filter((name) => !allowed.includes(name));
  if (unknown.length) return [{ key, code: 'templates.unknown', params: placeholderParams(unknown) }];
  return hasBrokenPlaceholder(line) ? [{ key, code: 'templates.broken' }] : [];
}

/** Names as people write them. */
export const placeholderParams = (names: readonly string[]) => ({
  names: names.map((name) => `{{${name}}}`).join(', '),
});

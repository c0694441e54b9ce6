// The text of a mail.
import { mailParts, mailPlaceholders } from '#contract/messaging/templates/email-templates.ts';
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { NamedText } from './named-text.tsx';

export const BodyField: OwnInput = (input) => {
  const kind = String(input.row.key).split('.')[0] ?? '';
  // Only a mail about a new time knows what was before.
  const names = mailPlaceholders.filter((name) => name !== 'was' || kind === 'changed');
  const parts = kind in mailParts ? mailParts[kind as keyof typeof mailParts] : [];
  return <NamedText {...input} names={names} parts={parts} rows={8} most={5_000} />;
};

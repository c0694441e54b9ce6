// The body of an e-mail.
import { mailParts, mailPlaceholders } from '#contract/messaging/templates/email-templates.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { PlaceholderTextarea } from './placeholder-textarea.tsx';

export const BodyField: CustomInput = (input) => {
  const kind = String(input.row.key).split('.')[0] ?? '';
  // Only e-mails about a changed time have a previous time.
  const names = mailPlaceholders.filter((name) => name !== 'was' || kind === 'changed');
  const parts = kind in mailParts ? mailParts[kind as keyof typeof mailParts] : [];
  return <PlaceholderTextarea {...input} placeholders={names} parts={parts} rows={8} />;
};

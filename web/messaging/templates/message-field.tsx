// The text of an SMS.
import { smsPlaceholdersOf } from '#contract/messaging/templates/sms-templates.ts';
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { NamedText } from './named-text.tsx';

export const MessageField: OwnInput = (input) => (
  <NamedText {...input} names={smsPlaceholdersOf(String(input.row.key))} rows={4} most={1_000} />
);

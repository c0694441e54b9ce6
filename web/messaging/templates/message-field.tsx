// The text of an SMS.
import { smsPlaceholdersOf } from '#contract/messaging/templates/sms-templates.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { PlaceholderTextarea } from './placeholder-textarea.tsx';

export const MessageField: CustomInput = (input) => (
  <PlaceholderTextarea {...input} placeholders={smsPlaceholdersOf(String(input.row.key))} rows={4} />
);

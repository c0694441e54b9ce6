// The kinds of mails and the keys of their texts.

export const mailKinds = ['request', 'confirmed', 'changed', 'cancelled', 'reminder', 'notice'] as const;
export type MailKind = (typeof mailKinds)[number];

/** A notice to an employee has one text for each status of the appointment, and one that reminds them of it. */
export const templateKeys = [
  'request',
  'confirmed',
  'changed',
  'cancelled',
  'reminder',
  'notice.requested',
  'notice.confirmed',
  'notice.cancelled',
  'notice.upcoming',
] as const;
export type TemplateKey = (typeof templateKeys)[number];

// How long before a visit its reminders leave.
import { z } from 'zod';

/** The hours before the start that screens offer. */
export const offeredLeads = [2, 4, 12, 24, 48, 72, 168] as const;
export const maxLeads = 3;
/** Hours. */
export const leadBounds = { min: 2, max: 168 } as const;

/** Hours before the start. No reminder leaves later than an hour before it. */
export const reminderLeads = z.array(z.number().int().min(leadBounds.min).max(leadBounds.max)).max(maxLeads);

/** How employees are reminded of their own appointments. */
export const reminderChannels = z
  .array(z.enum(['mail', 'push']))
  .min(1)
  .max(2);
export type ReminderChannel = z.output<typeof reminderChannels>[number];

const hour = z.number().int().min(0).max(23);

/** The hours of the day between which no reminder leaves; equal ones: it leaves at any time. */
export const quietHours = { quietFrom: hour, quietUntil: hour };

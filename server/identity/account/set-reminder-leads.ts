// Sets how long before their own appointments an employee is reminded, and how.
import { sql } from 'kysely';
import type { account } from '#contract/identity/account.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { ReminderChannel } from '#contract/messaging/reminder-leads.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** In the present company alone: each has its own calendar of the person. */
export async function setReminderLeads(
  { db, user }: SignedIn,
  { reminderLeads, reminderChannels }: Parsed<typeof account.setReminderLeads>,
): Promise<Output<typeof account.setReminderLeads>> {
  return db
    .updateTable('employees')
    .set({ reminderLeads, ...(reminderChannels && { reminderChannels }) })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .returning(['reminderLeads', sql<ReminderChannel[]>`reminder_channels`.as('reminderChannels')])
    .executeTakeFirstOrThrow();
}

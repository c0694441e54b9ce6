// Sets how long before their own appointments an employee is reminded.
import type { account } from '#contract/identity/account.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** In the present company alone: each has its own calendar of the person. */
export async function setReminderLeads(
  { db, user }: SignedIn,
  { reminderLeads }: Parsed<typeof account.setReminderLeads>,
): Promise<{ reminderLeads: number[] }> {
  await db
    .updateTable('employees')
    .set({ reminderLeads })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
  return { reminderLeads };
}

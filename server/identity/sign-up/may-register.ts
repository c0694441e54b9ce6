// Checks whether a visitor may register a company, before reading any other input.
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { setting } from '#server/lib/setting.ts';

/** Throws 403 when registration is closed, 429 after twenty from one address in an hour, 417 for an unknown plan. */
export async function mayRegister(context: Context, planNumber: number): Promise<void> {
  if (!(await isRegistrationOpen(context.db))) throw new Refusal(403, 'account.registrationClosed');
  await throttle(context, { action: 'register address', subject: context.visitor.address, max: 20, minutes: 60 });
  const plan = await context.db
    .selectFrom('plans')
    .select('number')
    .where('number', '=', planNumber)
    .executeTakeFirst();
  if (!plan) throw invalid('Plan', 'account.planUnknown');
}

/** The operators' setting; open by default. */
export function isRegistrationOpen(db: Db): Promise<boolean> {
  return setting(db, 'registration.open', true);
}

// Serves the setup list of a business.
import { setup } from '#contract/reports/setup.ts';
import { keepUrlNames } from '#server/identity/memberships/url-name.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readSetup } from './read-setup.ts';

export const setupRoutes = serve(setup, {
  get: readSetup,
  dismiss: (context) => record(context, { setupDismissedAt: context.clock.now() }),
  async share(context) {
    await keepUrlNames(context);
    return record(context, { profileSharedAt: context.clock.now() });
  },
});

async function record(
  { db, user }: SignedIn,
  change: { setupDismissedAt: Temporal.Instant } | { profileSharedAt: Temporal.Instant },
): Promise<undefined> {
  await db
    .updateTable('employees')
    .set(change)
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .execute();
}

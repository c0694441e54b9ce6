// Loads an invitation by its link, for the invitation page and the sign-in page.

import { user } from '#contract/identity/sign-in.ts';
import type { Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';

export type Invitation = Output<typeof user.invite>;

/** Query options. An invalid or expired link is an error that the page shows itself. */
export function invitationOf(id: string) {
  return {
    queryKey: [user.invite.path, id],
    queryFn: (): Promise<Invitation> => call(user.invite, { id }, { handlesErrors: [404, 417] }),
    retry: false,
  };
}

// What an invitation's link is for: asked by its own page, and by the sign-in page that a known person comes to.

import { user } from '#contract/identity/sign-in.ts';
import type { Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';

export type Invitation = Output<typeof user.invite>;

/** Query options; a link that is no invitation, or none any more, is an error that the page tells itself. */
export function invitationOf(id: string) {
  return {
    queryKey: [user.invite.path, id],
    queryFn: (): Promise<Invitation> => call(user.invite, { id }, { handlesErrors: [404, 417] }),
    retry: false,
  };
}

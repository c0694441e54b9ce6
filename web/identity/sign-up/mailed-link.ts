// Loads the purpose of a mailed link to the sign-in page. Opening a link changes nothing.
import { user } from '#contract/identity/sign-in.ts';
import type { Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';

export type MailedLink = Output<typeof user.getLink>;

const none: MailedLink = { purpose: 'none', eMail: '', companyName: '', needsPassword: false };

/** Query options. A mutilated address is a link without a purpose. */
export function linkOf(actionHash: string) {
  return {
    queryKey: [user.getLink.path, actionHash],
    queryFn: async (): Promise<MailedLink> =>
      /^[\w-]{43}$/.test(actionHash) ? call(user.getLink, { actionHash }) : none,
    // After the click the link is used up; the page continues to show what it verified.
    staleTime: Number.POSITIVE_INFINITY,
  };
}

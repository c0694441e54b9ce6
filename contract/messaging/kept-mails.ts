// Mails that no mail server took when they were due, and that one takes now: the operator sends or discards them.
import { z } from 'zod';
import { get, post, service } from '#contract/lib/service.ts';

/** Mails by their subject matter. */
export const keptKinds = [
  'invitation',
  'account',
  'invoice',
  'visit',
  'notice',
  'reminder',
  'campaign',
  'other',
] as const;
export type KeptKind = (typeof keptKinds)[number];

const page = '/app/system/email/smtps';

export const systemKeptMails = service(
  'system/keptmails',
  { about: 'Mails that were due while no mail server took them: nothing leaves before the operator says so.' },
  {
    getCounts: get({
      summary:
        'Counts the kept mails that a mail server takes now, by kind. Campaigns are sent again by their companies.',
      may: 'sys',
      page,
      passive: true,
      input: z.strictObject({}),
      output: z.array(z.object({ kind: z.enum(keptKinds), count: z.number().int() })),
    }),
    send: post({
      summary:
        'Sends some of the kept mails that are still true, rendered again where they have a link, and lets others expire. Call it again while some are left.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: z.object({
        sent: z.number().int(),
        expired: z.number().int(),
        /** How many are left to decide. */
        left: z.number().int(),
      }),
    }),
    discard: post({
      summary: 'Gives up kept mails, up to 1,000 by one call. Call it again while some are left.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: z.object({ discarded: z.number().int(), left: z.number().int() }),
    }),
  },
);

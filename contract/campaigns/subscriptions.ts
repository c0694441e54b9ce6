// The page to which the unsubscribe link of a message leads.
import { z } from 'zod';
import { consentChannels } from '#contract/customers/consent.ts';
import { token } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';

export const subscription = z.object({
  companyName: z.string(),
  channel: z.enum(consentChannels),
  /** The address, most of it hidden. */
  address: z.string(),
  isSubscribed: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const subscriptions = service(
  'subscriptions',
  { about: 'Unsubscribing from the messages of a company.' },
  {
    get: get({
      summary: 'Returns what the link of a message unsubscribes from; opening it changes nothing.',
      may: 'anyone',
      input: z.strictObject({ token }),
      output: subscription,
    }),
    set: post({
      summary: 'Unsubscribes, or subscribes again. A repeated call returns the same answer.',
      may: 'anyone',
      input: z.strictObject({ token, isSubscribed: z.boolean() }),
      output: subscription,
    }),
  },
);

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

/** Where a link of a message leads. */
export const messageLink = z.object({
  companyName: z.string(),
  /** Empty once the link has ended. */
  url: z.string(),
  hasEnded: z.boolean(),
});

export const subscriptions = service(
  'subscriptions',
  { about: 'Where the links of messages lead, and unsubscribing from the messages of a company.' },
  {
    getLink: get({
      summary: 'Returns where a link of a message leads; opening the page counts as no visit.',
      may: 'anyone',
      input: z.strictObject({ token, link: z.number().int().min(0).max(9999) }),
      output: messageLink,
    }),
    followLink: post({
      summary: 'Counts a visit of a link and returns where it leads. 409 once the link has ended.',
      may: 'anyone',
      input: z.strictObject({ token, link: z.number().int().min(0).max(9999) }),
      output: z.object({ url: z.string() }),
    }),
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

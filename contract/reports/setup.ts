// The setup list of a business: the steps that lead an administrator to the first booking.
import { z } from 'zod';
import { get, post, service } from '#contract/lib/service.ts';

export const setupSteps = [
  'mail',
  'name',
  'place',
  'hours',
  'service',
  'picture',
  'public',
  'invite',
  'share',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setupState = z.object({
  /** The person has closed the list. */
  isDismissed: z.boolean(),
  /** The steps of the caller: operators of the installation set the mail server. */
  steps: z.array(z.enum(setupSteps)),
  done: z.array(z.enum(setupSteps)),
  /** Visitors can book the person: name, place and public calendar are there. */
  isBookable: z.boolean(),
  /** The path of the person's profile at their first location; null without a location. */
  path: z.string().nullable(),
});
export type SetupState = z.output<typeof setupState>;

export const setup = service(
  'company/setup',
  { about: 'The setup list of a business.' },
  {
    get: get({
      summary: 'Returns the steps of the caller, and those that they and their company have done.',
      may: 'admin',
      // Companies cannot read mail servers.
      ownTransactions: true,
      input: z.strictObject({}),
      output: setupState,
    }),
    dismiss: post({
      summary: 'Closes the list for the caller in this company.',
      may: 'admin',
      input: z.strictObject({}),
      output: null,
    }),
    share: post({
      summary: "Records that the address of the caller's profile was shared: from now on it stays as it is.",
      may: 'admin',
      input: z.strictObject({}),
      output: null,
    }),
  },
);

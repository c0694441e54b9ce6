// The audience of campaigns: its choices, its count, and the rule of the company.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { audience, audienceCount } from './audience.ts';
import { campaignMedia, campaignPages } from './campaigns.ts';

const choice = z.object({ id, name: z.string() });

export const marketing = service(
  'company/marketing',
  { about: 'Whom the campaigns of a company may reach.' },
  {
    getChoices: get({
      summary: 'Returns what the conditions of an audience and the blocks of an e-mail refer to.',
      may: 'admin',
      page: campaignPages.mail,
      helps: [campaignPages.sms],
      input: z.strictObject({}),
      output: z.object({
        locations: z.array(choice),
        calendars: z.array(choice),
        /** With the calendars of the people who do it. */
        services: z.array(choice.extend({ calendarIds: z.array(id) })),
        campaigns: z.array(choice),
        tags: z.array(z.string()),
        languages: z.array(z.string()),
      }),
    }),
    countAudience: post({
      summary: 'Counts the customers in an audience, and those left out with the reason.',
      may: 'admin',
      ownTransactions: true,
      page: campaignPages.mail,
      // Reads only; the input is too large for an address.
      helps: [campaignPages.mail, campaignPages.sms],
      input: z.strictObject({
        medium: z.enum(campaignMedia),
        audience: audience.optional(),
        /** Customers who had this campaign are left out, and the campaign does not count towards those of the week. */
        campaignId: id.optional(),
      }),
      output: audienceCount,
    }),
    getSettings: get({
      summary: 'Returns whether the company writes to its customers without their consent.',
      may: 'admin',
      page: campaignPages.mail,
      helps: [campaignPages.sms],
      input: z.strictObject({}),
      output: z.object({
        customersByMail: z.boolean(),
        customersBySms: z.boolean(),
        declaredAt: instant.nullable(),
        /** Whether the address of the company is verified: campaigns need it. */
        isVerified: z.boolean(),
      }),
    }),
    setSettings: post({
      summary:
        'Declares that the company writes to those who were its customers, by a channel; each message says how to end it.',
      may: 'admin',
      page: campaignPages.mail,
      input: z.strictObject({ customersByMail: z.boolean(), customersBySms: z.boolean() }),
      output: null,
    }),
  },
);

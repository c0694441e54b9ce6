// The audience of a campaign: the customers that meet every condition. A condition that is left out is met by all.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';

const some = z.array(id).max(100).default([]);
const days = z.number().int().min(1).max(3650).nullable().default(null);
const visits = z.number().int().min(0).max(10_000).nullable().default(null);

export const audience = z.strictObject({
  /** With an appointment at one of these places, with one of these people, or of one of these services. */
  locationIds: some,
  calendarIds: some,
  serviceIds: some,
  /** The last appointment was at least, or at most, so many days ago. */
  awayDays: days,
  withinDays: days,
  minVisits: visits,
  maxVisits: visits,
  future: z.enum(['any', 'with', 'without']).default('any').describe('With or without an appointment to come.'),
  /** Keys of languages. */
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/, { error: 'field.invalid' }))
    .max(50)
    .default([]),
  birthdayMonths: z.array(z.number().int().min(1).max(12)).max(12).default([]),
  tags: z.array(z.string().trim().min(1).max(40)).max(30).default([]),
  /** Booked through one of these campaigns. */
  campaignIds: some,
});
export type Audience = z.output<typeof audience>;

/** Why a customer who meets the conditions gets nothing. */
export const leftOutReasons = [
  'withdrawn',
  'suppressed',
  'preference',
  'frequency',
  'duplicate',
  'changed',
  'number',
  'had',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** How many are left out for each reason; the most frequent first. */
export const leftOut = z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number().int() }));

/** The messages of campaigns that the company may send in 24 hours, and how many of them may still leave now. */
export const dayLimit = z.object({ perDay: z.number().int(), left: z.number().int() });
export type LimitOfDay = z.output<typeof dayLimit>;

export const audienceCount = z.object({
  /** Customers whom the campaign would reach. */
  reached: z.number().int(),
  leftOut,
  /** Customers who meet the conditions, but have not agreed to advertising or have no address. */
  notAgreed: z.number().int(),
  dayLimit,
});
export type AudienceCount = z.output<typeof audienceCount>;

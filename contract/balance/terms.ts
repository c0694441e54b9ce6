// The terms of a company: what it pays and may use, from a day on.
import { z } from 'zod';
import { date, id, money } from '#contract/lib/fields.ts';

const count = z.number().int().min(0).max(100_000);
const monthly = money.min(0).max(100_000);

/** The fields of terms. */
export const termsShape = {
  monthlyCost: monthly,
  smsCost: z.number().min(0).max(100).multipleOf(0.0001),
  discountPercentage: z.number().min(0).max(100).multipleOf(0.01),
  discountMonths: z.number().int().min(0).max(120),
  maxUsers: count,
  maxLocations: count,
  /** Per month for each employee beyond the maximum; null where none can be added. */
  extraUserCost: monthly.nullable(),
  extraLocationCost: monthly.nullable(),
};
const terms = z.object(termsShape);
export type Terms = z.output<typeof terms>;

/** Terms with the days they hold: null for the beginning of the company, and for no end. */
export const datedTerms = z.object({ id, from: date.nullable(), until: date.nullable(), ...termsShape });

export const termsHistory = z.object({
  /** The seller's calendar day: earlier terms cannot be changed. */
  today: date,
  version: z.string(),
  /** The latest first. */
  terms: z.array(datedTerms),
});
export type TermsHistory = z.output<typeof termsHistory>;

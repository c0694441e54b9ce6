// Rates of VAT and their first days.
import { z } from 'zod';
import { date } from './fields.ts';

/** In percent. */
export const vatPercent = z.number().min(0).max(100).multipleOf(0.01);

/** The rates that follow the first one, each from its day on. */
export const laterVatRates = z.array(z.strictObject({ from: date, rate: vatPercent })).max(20);
export type LaterVatRate = z.output<typeof laterVatRates>[number];

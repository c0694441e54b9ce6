// The plans that new companies choose from: their first terms.
import { z } from 'zod';
import { termsShape } from '#contract/balance/terms.ts';
import { id, money, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

const { monthlyCost, smsCost, maxUsers, maxLocations, extraUserCost, extraLocationCost } = termsShape;

export const systemPlans = resource('system', 'plans', {
  about: 'The plans that companies register with. A change holds for companies that register from now on.',
  rowsKey: 'plans',
  may: 'sys',
  page: '/app/system/plans',
  tables: ['plans'],
  row: z.object({
    id,
    /** Links to the registration name it. */
    number: z.number().int(),
    name: z.string(),
    description: z.string(),
    monthlyCost: money,
    smsCost: z.number(),
    maxUsers: z.number().int(),
    extraUserCost: money.nullable(),
    maxLocations: z.number().int(),
    extraLocationCost: money.nullable(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['number', 'name', 'monthlyCost'],
  input: z.strictObject({
    name: text(60),
    description: note(300),
    monthlyCost,
    smsCost,
    maxUsers,
    extraUserCost,
    maxLocations,
    extraLocationCost,
  }),
  can: ['update'],
});

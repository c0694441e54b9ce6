// Banners of the public home page.
import { z } from 'zod';
import { id } from './lib/fields.ts';
import { get, postOrGet, service } from './lib/service.ts';

export const banner = z.object({
  id,
  imageUrl: z.string(),
  title: z.string(),
  description: z.string(),
  link: z.string(),
});
export type Banner = z.output<typeof banner>;

export const banners = service('banners', {
  getActive: get({
    summary: 'The banners whose period is now.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.array(banner),
  }),
  visit: postOrGet({
    summary: 'Counts a visit to a banner.',
    may: 'anyone',
    input: z.strictObject({ id }),
    output: null,
  }),
});

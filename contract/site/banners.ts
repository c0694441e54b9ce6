// Banners of the public home page, and their administration.
import { z } from 'zod';
import { id, instant, multiLine, note, text, webLink } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, postOrGet, service } from '#contract/lib/service.ts';

export const banner = z.object({
  id,
  imageUrl: z.string(),
  title: z.string(),
  description: z.string(),
  link: z.string(),
});
export type Banner = z.output<typeof banner>;

export const banners = service(
  'banners',
  { about: 'Banners of the public home page.' },
  {
    getActive: get({
      summary: 'Returns the active banners of the current period.',
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
  },
);

const period = { periodStart: instant, periodEnd: instant };

const bannerInput = z.strictObject({
  title: text(100).default('New'),
  link: webLink.default(''),
  /** An insert that omits them: from now to three days ahead. */
  periodStart: instant.optional(),
  periodEnd: instant.optional(),
  description: note(500).meta(multiLine).default(''),
  /** The server fetches a picture at another address when the banner is saved, and serves its own copy. */
  imageLink: webLink.default(''),
  fileId: id.nullable().meta({ wire: 'FileUploads_Id' }).default(null),
  active: z.boolean().default(false),
});

export const systemBanners = resource('system', 'banners', {
  about: 'Banners of the public home page, shown within their period while active.',
  rowsKey: 'banners',
  may: 'sys',
  page: '/app/system/banners',
  tables: ['banners'],
  row: z.object({
    id,
    title: z.string(),
    description: z.string(),
    link: z.string(),
    imageLink: z.string(),
    fileId: id.nullable().meta({ wire: 'FileUploads_Id' }),
    ...period,
    active: z.boolean(),
    visits: z.number().int(),
    version: z.string(),
  }),
  title: 'title',
  sort: ['periodStart', 'periodEnd', 'title', 'visits'],
  input: bannerInput,
  // Specification, section 9: from now to three days ahead.
  blank: () => {
    const now = Temporal.Now.instant();
    return {
      title: 'New',
      description: '',
      link: '',
      imageLink: '',
      fileId: null,
      periodStart: now.toString({ smallestUnit: 'second' }),
      periodEnd: now.add({ hours: 72 }).toString({ smallestUnit: 'second' }),
      active: false,
    };
  },
  can: ['insert', 'update', 'delete', 'restore'],
});

// Announcements of operators in the feed, to everyone or to the people of one company.
import { z } from 'zod';
import { id, instant, maybe, multiLine, text } from '#contract/lib/fields.ts';
import { isSafeLink } from '#contract/lib/links.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';

const page = '/app/system/announcements';

/** A page of the application, such as `/app/home`; empty for none. */
const link = z
  .string()
  .trim()
  .max(300, { error: 'field.long' })
  .refine((path) => path === '' || (path.startsWith('/') && isSafeLink(path)), { error: 'field.link' });

const texts = z
  .array(z.strictObject({ language: z.string().regex(/^[a-z]{2}$/, { error: 'field.required' }), text: text(500) }))
  .min(1, { error: 'field.required' })
  .max(20);

export const systemAnnouncements = resource('system', 'announcements', {
  about: 'What operators have told everyone, or the people of one company, in the feed.',
  rowsKey: 'announcements',
  may: 'sys',
  page,
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    /** Empty: everyone. */
    company: z.string().meta({ none: 'list.announcements.everyone' }),
    /** In English, else in the first language that there is. */
    text: z.string().meta(multiLine),
    link: z.string(),
    /** How many people got it. */
    recipients: z.number().int(),
  }),
  title: 'text',
  sort: ['createdAt', 'recipients'],
  more: {
    getRecipients: get({
      summary: 'Returns how many people would get an announcement: those of one company, or everyone.',
      may: 'sys',
      page,
      input: z.strictObject({ companyId: maybe(id) }),
      output: z.object({ people: z.number().int() }),
    }),
    send: post({
      summary:
        'Adds a notification to the feed of everyone, or of the people of one company, each in their language. The caller chooses the id: a repeated call adds nothing.',
      may: 'sys',
      page,
      notWhileImpersonating: true,
      input: z.strictObject({ id: maybe(id), companyId: maybe(id), texts, link: link.default('') }),
      output: z.object({ recipients: z.number().int() }),
    }),
  },
});

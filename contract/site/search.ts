// The search of the navigation bar and the event dialog: contacts, events, people and pages.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { get, service } from '#contract/lib/service.ts';

export const searchKinds = ['contact', 'event', 'person', 'page'] as const;

export const searchResult = z.object({
  id,
  kind: z.enum(searchKinds),
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
  /** The route of the result, such as `/app/user/calendars?event=…`. */
  sRef: z.string().meta({ wire: 'SRef' }),
});
export type SearchResult = z.output<typeof searchResult>;

export const searches = service(
  'searches',
  { about: 'The search of the logged-in area.' },
  {
    getById: get({
      summary: 'Returns one result by its id.',
      may: 'user',
      input: z.strictObject({ id }),
      output: searchResult,
    }),
    getPaginated: get({
      summary: 'Returns the matches that the caller may see, best first.',
      may: 'user',
      inTurn: true,
      input: z.strictObject({
        pageNr: z.number().int().min(1).default(1),
        rowsPerPage: z.number().int().min(1).max(20).default(20),
        search: z.string().trim().max(100, { error: 'field.long' }).default(''),
        /** Restricts results to one kind; the event dialog searches contacts. */
        kind: z.enum(searchKinds).optional(),
      }),
      output: z.object({ totalRows: z.number().int(), searches: z.array(searchResult) }),
    }),
  },
);

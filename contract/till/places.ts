// How sales are recorded at the locations of a company.
import { z } from 'zod';
import { id, note } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';

/**
 * `off`: no till. `plain`: sales are recorded here. `beside`: a fiscal device makes the fiscal receipt, and its
 * number is entered here.
 */
export const tillModes = ['off', 'plain', 'beside'] as const;
export type TillMode = (typeof tillModes)[number];

const place = z.object({
  locationId: id,
  location: z.string(),
  /** ISO code; empty while it is not known. */
  country: z.string(),
  mode: z.enum(tillModes),
  /** How many registers of it have an open session: meanwhile the mode stays. */
  openSessions: z.number().int(),
});
export type TillPlace = z.output<typeof place>;

const page = '/app/company/till';

export const companyTill = service(
  'company/till',
  { about: 'How sales are recorded at each location of the company.' },
  {
    getPlaces: get({
      summary: 'Returns the locations with their modes.',
      may: 'admin',
      page,
      input: z.strictObject({}),
      output: z.array(place),
    }),
    setPlace: post({
      summary:
        'Sets the country and the mode of a location. 417 for a mode that the law of the country excludes, 409 while a session is open there.',
      may: 'admin',
      page,
      input: z.strictObject({ locationId: id, country: note(2), mode: z.enum(tillModes) }),
      output: place,
    }),
  },
);

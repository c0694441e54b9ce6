// The public home page: plans, the search for people to book, feedback.
import { z } from 'zod';
import {
  eMail,
  id,
  instant,
  latitude,
  longitude,
  maybe,
  money,
  note,
  pageNr,
  text,
  timeZone,
} from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

/** A person who can be booked at a location. */
export const searchHit = z.object({
  company: z.object({ id, name: z.string() }),
  location: z.object({
    id,
    name: z.string(),
    urlName: z.string(),
    address: z.string(),
    timeZone,
    geoLocation: geoLocation.nullable(),
  }),
  userProfile: z.object({
    urlName: z.string(),
    name: z.string(),
    profession: z.string(),
    picture: id.nullable(),
  }),
  /** The lowest price of the active services; null without services. */
  priceFrom: money.nullable(),
  /**
   * The start of the next free time, for the service that the search names, else the shortest; null when none is free
   * or the calendar is not public.
   */
  nextFree: instant.nullable(),
});
export type SearchHit = z.output<typeof searchHit>;

const hits = z.object({ totalRows: z.number().int(), data: z.array(searchHit) });

export const feedbackTypes = ['happy', 'question', 'bug'] as const;

export const feedbackInput = z.strictObject({
  type: z.enum(feedbackTypes),
  message: text(4000),
  name: note(100).optional(),
  eMail: maybe(eMail),
});

export const home = service(
  'home',
  { about: 'The public home page: plans, search, feedback.' },
  {
    getPlanDetails: get({
      summary: 'Returns the plans that a company can choose.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.array(
        z.object({
          number: z.number().int(),
          name: z.string(),
          description: z.string(),
          maxUsers: z.number().int(),
          maxLocations: z.number().int(),
          monthlyCost: money,
          smsCost: z.number(),
        }),
      ),
    }),
    getRegistration: get({
      summary: 'Returns whether visitors can register a company.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({ isOpen: z.boolean() }),
    }),
    search: get({
      summary:
        'Returns people with a public profile whose name, profession, service, place or company matches the text.',
      may: 'anyone',
      input: z.strictObject({
        pageNr,
        rowsPerPage: z.number().int().min(1).max(50).default(4).meta({ wire: 'RowsPerpage' }),
        str: z.string().trim().max(100).default(''),
      }),
      output: hits,
    }),
    searchByGeoLocation: get({
      summary: "Returns the people within a map's view around a point, nearest first, at most 200.",
      may: 'anyone',
      input: z.strictObject({ latitude, longitude, zoom: z.number().min(0).max(24).default(14) }),
      output: hits,
    }),
    feedback: post({
      summary: "Stores a visitor's feedback and returns the record.",
      may: 'anyone',
      input: feedbackInput,
      output: z.object({ id, type: z.enum(feedbackTypes), message: z.string(), created: instant }),
    }),
  },
);

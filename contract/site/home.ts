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

const hitLocation = z.object({
  id,
  name: z.string(),
  urlName: z.string(),
  address: z.string(),
  timeZone,
  geoLocation: geoLocation.nullable(),
});

/** A person who can be booked at a location. */
export const searchHit = z.object({
  company: z.object({ id, name: z.string() }),
  location: hitLocation,
  /** Of a search: the other locations at which it finds the person. */
  otherLocations: z.array(hitLocation),
  userProfile: z.object({
    urlName: z.string(),
    name: z.string(),
    profession: z.string(),
    picture: id.nullable(),
  }),
  /** The lowest price of the active services; null without services. */
  priceFrom: money.nullable(),
  /** The service of the next free times: the one that the search names, else the shortest; null without services. */
  service: z.object({ id, name: z.string() }).nullable(),
  /** The start of the next free time; null when none is free or the calendar is not public. */
  nextFree: instant.nullable(),
  /** The starts of the next free times, at most three; of a search for tomorrow those of tomorrow. */
  nextFreeTimes: z.array(instant),
});
export type SearchHit = z.output<typeof searchHit>;

/** Times for which the words of a search can ask. */
export const searchTimes = ['today', 'tomorrow', 'openNow'] as const;

const hits = z.object({
  totalRows: z.number().int(),
  data: z.array(searchHit),
  /** The time for which words of the search ask: only people who are free on that day, or open now, are found. */
  time: z.enum(searchTimes).nullable(),
  /** A place that the search names and no address does: people nearby are found, the nearest first. */
  near: z.string().nullable(),
  /** Words that find nothing, as they were typed; the others decide. */
  unmatched: z.array(z.string()),
  /** Words with a typing error, and the words that were searched instead. */
  corrected: z.array(z.object({ typed: z.string(), words: z.array(z.string()) })),
});

const searchText = z.string().trim().max(100).default('');

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
        'Returns people with a public profile whose name, profession, service, place or company matches the text, each person once.',
      may: 'anyone',
      input: z.strictObject({
        pageNr,
        rowsPerPage: z.number().int().min(1).max(50).default(4).meta({ wire: 'RowsPerpage' }),
        str: searchText,
      }),
      output: hits,
    }),
    searchByGeoLocation: get({
      summary:
        "Returns the people within a map's view around a point, nearest first, at most 200, each at each location; with a text those whom the search finds.",
      may: 'anyone',
      input: z.strictObject({
        latitude,
        longitude,
        zoom: z.number().min(0).max(24).default(14),
        str: searchText,
      }),
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

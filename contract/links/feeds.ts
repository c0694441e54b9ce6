// Feeds: addresses under which calendar programs read appointments.
import { z } from 'zod';
import { feedDetails } from '#contract/lib/feed-detail.ts';
import { id, instant, maybe, token } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';

/** Of one calendar or one location. */
export const maxFeeds = 20;

export const feed = z.object({
  id,
  /** Of a person: all that is in their calendar. */
  calendarId: id.nullable(),
  /** Of a location: all that takes place there. */
  locationId: id.nullable(),
  detail: z.enum(feedDetails),
  /** The employee who created it: the feed ends when they may no longer see what it shows. */
  madeBy: z.string(),
  createdAt: instant,
  /** When a program last read it, to the hour; null if none has. */
  lastReadAt: instant.nullable(),
});
export type Feed = z.output<typeof feed>;

export const feeds = service(
  'feeds',
  { about: 'Addresses for calendar programs that show the appointments of a person or a location.' },
  {
    getAll: get({
      summary: 'Returns the feeds of the calendars and locations whose appointments the caller may see.',
      may: 'user',
      input: z.strictObject({}),
      output: z.array(feed),
    }),
    getPlaces: get({
      summary: 'Returns the locations of which the caller may make feeds: those that they administer.',
      may: 'user',
      input: z.strictObject({}),
      output: z.array(z.object({ id, name: z.string() })),
    }),
    insert: post({
      summary:
        'Creates a feed of a calendar or, for administrators, of a location. Only this call returns its address.',
      may: 'user',
      notWhileImpersonating: true,
      input: z.strictObject({ calendarId: maybe(id), locationId: maybe(id), detail: z.enum(feedDetails) }),
      output: feed.extend({ address: z.string() }),
    }),
    delete: postOrDelete({
      summary: 'Deletes a feed: its address then answers like an unknown one.',
      may: 'user',
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);

/** The appointment of a link, or all that its customer has with the company. */
export const visitorFeedScopes = ['visit', 'customer'] as const;
export type VisitorFeedScope = (typeof visitorFeedScopes)[number];

const visitorFeed = { actionHash: token, scope: z.enum(visitorFeedScopes).default('visit') };

export const visitorFeeds = service(
  'publiccalendars',
  { about: 'Addresses for the calendar programs of customers.' },
  {
    getFeed: post({
      summary:
        'Returns the address of the feed of an appointment, or of all appointments of its customer. The first call creates it. 404 for all appointments when the link does not prove the address of the customer.',
      may: 'anyone',
      input: z.strictObject(visitorFeed),
      output: z.object({
        address: z.string(),
        /** When a program last read it, to the hour; null if none has. */
        lastReadAt: instant.nullable(),
        /** The link also leads to all appointments of its customer. */
        hasAll: z.boolean(),
      }),
    }),
    deleteFeed: postOrDelete({
      summary:
        'Deletes the feed of an appointment, or of all appointments of its customer. A repeated call does nothing.',
      may: 'anyone',
      input: z.strictObject(visitorFeed),
      output: null,
    }),
  },
);

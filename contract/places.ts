// Places on the map: the default centre, a company's own geo locations, and the bundled gazetteer.
import { z } from 'zod';
import { id, latitude, longitude, note, text, timeZone } from './lib/fields.ts';
import { insertInput } from './lib/record-input.ts';
import { get, post, service } from './lib/service.ts';

/** The value of an unknown part of an address (specification, "Location record"). */
export const UNKNOWN_PART = '-';

export const geoLocation = z.object({
  id,
  name: z.string(),
  lineAddress: z.string(),
  latitude,
  longitude,
  country: z.string(),
});
export type GeoLocation = z.output<typeof geoLocation>;

/** The map's location chooser resolves a point or an address to this; a missing part is `-`. */
export const place = z.object({
  lineAddress: z.string(),
  latitude,
  longitude,
  placeId: z.string(),
  // The specification's spelling.
  street: z.string().meta({ wire: 'Streat' }),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipCode: z.string(),
  name: z.string(),
});
export type Place = z.output<typeof place>;
export interface FoundPlace extends Place {
  isExact: boolean;
}

const part = note(500).default('-');

export const geolocations = service(
  'geolocations',
  { about: 'Places on the map.' },
  {
    getDefault: get({
      summary: 'Returns the initial centre of a map and the source of its tiles: a MapLibre style or a PMTiles file.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({ latitude, longitude, zoom: z.number(), styleUrl: z.string() }),
    }),
    search: get({
      summary: 'Finds places and addresses by text. Visitors get results from the bundled gazetteer only.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({
        text: text(200),
        limit: z.number().int().min(1).max(20).default(10),
        /** The text is complete, not a prefix. */
        whole: z.boolean().default(false),
      }),
      /** Not exact: the point is that of the town, also where the address names a street. */
      output: z.array(place.extend({ isExact: z.boolean() })),
    }),
    reverse: get({
      summary: 'Returns the place nearest to a point. When there is none, every part is `-`.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ latitude, longitude }),
      output: place.extend({ timeZone }),
    }),
    getTimeZones: get({
      summary: 'Returns the names of the time zones that a location can have, in alphabetical order.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.array(timeZone),
    }),
    around: get({
      summary:
        'Returns the most populous places of the bundled gazetteer in an area, for the map without street tiles.',
      may: 'anyone',
      input: z.strictObject({ west: longitude, south: latitude, east: longitude, north: latitude }),
      output: z.array(
        z.object({
          name: z.string(),
          latitude,
          longitude,
          population: z.number(),
          /** A quarter of a town. */
          isPart: z.boolean(),
        }),
      ),
    }),
    insert: post({
      summary: 'Saves a place as a geo location of the current company and returns it.',
      may: 'admin',
      // The map picker of these pages saves the chosen place.
      helps: ['/app/company/details', '/app/company/locations'],
      input: insertInput(geoLocation, {
        lineAddress: part,
        latitude,
        longitude,
        placeId: part,
        street: part.meta({ wire: 'Streat' }),
        city: part,
        state: part,
        country: part,
        zipCode: part,
        name: part,
        changed: z.boolean().optional(),
      }),
      output: geoLocation,
    }),
  },
);

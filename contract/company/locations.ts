// The locations of a company.
import { z } from 'zod';
import { id, instant, knownZone, multiLine, note, text, timeZone } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';
import { publicName } from '#contract/public-names.ts';

const location = z.object({
  id,
  name: z.string(),
  urlName: z.string(),
  address: z.string(),
  country: z.string(),
  description: z.string(),
  timeZone,
  /** The location has a public page while a person with a public profile works there. */
  isPagePublic: z.boolean(),
  isSystem: z.boolean(),
  geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  geolocation: geoLocation.nullable().meta({ wire: 'GeoLocation' }),
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});

/** Says whether coming appointments keep their instant or their wall time. */
const visitsKeep = z.enum(['instant', 'wallTime']).nullable().default(null);

/** New rules of its zone give coming appointments of a location another wall time than their customers know. */
const shiftedLocation = z.object({
  locationId: id,
  name: z.string(),
  timeZone,
  count: z.number().int(),
  first: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** The same instant, with the former offset of the zone and with the present one. */
      before: instant,
      now: instant,
    }),
  ),
});
export type ShiftedLocation = z.output<typeof shiftedLocation>;

export const companyLocations = resource('company', 'locations', {
  about: 'The locations of a company.',
  rowsKey: 'locations',
  may: 'admin',
  page: '/app/company/locations',
  tables: ['locations', 'geolocations'],
  row: location,
  title: 'name',
  sort: ['name', 'address', 'country', 'timeZone', 'createdAt'],
  input: z.strictObject({
    name: text(100),
    /** Derived from the name when an insert omits it. */
    urlName: publicName.optional(),
    address: note(200).default(''),
    country: note(100).default(''),
    /** When an insert omits it, that of the place on the map, or of the company's oldest location. */
    timeZone: knownZone.optional(),
    description: note(2000).meta(multiLine).default(''),
    isPagePublic: z.boolean().default(true),
    /**
     * When an update changes the time zone. If it is null and coming appointments would show another time, the update
     * is refused with Key `VisitsKeep` and `Coming`.
     */
    visitsKeep,
    geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }).default(null),
  }),
  blank: () => ({
    name: '',
    urlName: '',
    address: '',
    country: '',
    timeZone: '',
    description: '',
    isPagePublic: true,
    visitsKeep: null,
    geolocationId: null,
  }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    updateGeoLocation: post({
      summary: "Moves a location to one of the company's geo locations.",
      may: 'admin',
      page: '/app/company/locations',
      input: z.strictObject({ locationId: id, geolocationId: id.meta({ wire: 'GeoLocationId' }) }),
      output: location,
    }),
    share: post({
      summary: "Records that the address of a location's page was shared: from now on it stays as it is.",
      may: 'admin',
      page: '/app/company/locations',
      input: z.strictObject({ id }),
      output: null,
    }),
    getShifted: get({
      summary:
        'Returns the locations where new rules of the time zone give appointments another time than customers know.',
      may: 'admin',
      input: z.strictObject({}),
      output: z.array(shiftedLocation),
    }),
    settleShifted: post({
      summary:
        'Says what these appointments keep, and tells their customers. Without VisitsKeep, it is refused as an update is.',
      may: 'admin',
      page: '/app/company/locations',
      input: z.strictObject({ locationId: id, visitsKeep }),
      output: null,
    }),
  },
});

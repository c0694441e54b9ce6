// The locations of a company.
import { z } from 'zod';
import { id, instant, knownZone, multiLine, note, text, timeZone, urlName } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

const location = z.object({
  id,
  name: z.string(),
  urlName: z.string(),
  address: z.string(),
  country: z.string(),
  description: z.string(),
  timeZone,
  isSystem: z.boolean(),
  geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  geolocation: geoLocation.nullable().meta({ wire: 'GeoLocation' }),
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});

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
    urlName,
    address: note(200),
    country: note(100),
    timeZone: knownZone,
    description: note(2000).meta(multiLine),
    geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  }),
  blank: () => ({
    name: '',
    urlName: '',
    address: '',
    country: '',
    timeZone: '',
    description: '',
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
  },
});

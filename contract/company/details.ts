// The caller's own company: its details, limits and balance.
import { z } from 'zod';
import { eMail, id, maybe, money, note, phone, text } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

export const companyDetails = z.object({
  id,
  name: z.string(),
  address: z.string(),
  country: z.string(),
  eMail: z.string().meta({ wire: 'eMail' }),
  phoneNumber: z.string(),
  geoLocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  geoLocation: geoLocation.nullable(),
  /** The specification's spelling. */
  additionalBalance: money.meta({ wire: 'AditionalBalance' }),
  logoId: id.nullable().meta({ wire: 'Logo_Id' }),
  planName: z.string().nullable(),
  activeLocations: z.number().int(),
  maxLocations: z.number().int(),
  activeUsers: z.number().int(),
  maxUsers: z.number().int(),
  /** The version of the fields that the company itself can change. */
  version: z.string(),
});
export type CompanyDetails = z.output<typeof companyDetails>;

const page = '/app/company/details';

export const company = service(
  'company/companies',
  { about: 'The company of the caller.' },
  {
    get: get({
      summary: "Returns the details of the caller's company.",
      may: 'admin',
      page,
      input: z.strictObject({}),
      output: companyDetails,
    }),
    update: post({
      summary:
        'Updates the name and contact details of the company. 409 when the given version is no longer the current one. Limits and balance cannot be changed here.',
      may: 'admin',
      page,
      input: z.strictObject({
        name: text(100),
        address: note(200).default(''),
        country: note(100).default(''),
        eMail: maybe(eMail).meta({ wire: 'eMail' }),
        phoneNumber: maybe(phone),
        version: z.string().max(40).optional(),
      }),
      output: companyDetails,
    }),
    setLogo: post({
      summary:
        'Sets or removes the logo: a picture that the caller has uploaded, or the present one. 417 for any other.',
      may: 'admin',
      page,
      input: z.strictObject({ id: id.nullable().default(null) }),
      output: companyDetails,
    }),
    updateGeoLocation: post({
      summary: 'Sets the position of the company to one of its geo locations.',
      may: 'admin',
      page,
      input: z.strictObject({ geoLocationId: id.meta({ wire: 'GeoLocation_Id' }) }),
      output: companyDetails,
    }),
  },
);

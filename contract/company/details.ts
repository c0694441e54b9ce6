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
  /** The specification's own spelling. */
  additionalBalance: money.meta({ wire: 'AditionalBalance' }),
  logoId: id.nullable().meta({ wire: 'Logo_Id' }),
  planName: z.string().nullable(),
  activeLocations: z.number().int(),
  maxLocations: z.number().int(),
  activeUsers: z.number().int(),
  maxUsers: z.number().int(),
  /** Of what the company itself may change. */
  version: z.string(),
});
export type CompanyDetails = z.output<typeof companyDetails>;

const page = '/app/company/details';

export const company = service('company/companies', {
  get: get({
    summary: "The details of the caller's company.",
    may: 'admin',
    page,
    input: z.strictObject({}),
    output: companyDetails,
  }),
  update: post({
    summary:
      'Changes how the company is called and reached; 409 when somebody else changed the given version first. Limits and balance are not its own to change.',
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
      'Shows a picture that the caller has sent up, or shows already, as the logo of the company, or none; 417 for any other.',
    may: 'admin',
    page,
    input: z.strictObject({ id: id.nullable().default(null) }),
    output: companyDetails,
  }),
  updateGeoLocation: post({
    summary: 'Puts the company at one of its geo locations.',
    may: 'admin',
    page,
    input: z.strictObject({ geoLocationId: id.meta({ wire: 'GeoLocation_Id' }) }),
    output: companyDetails,
  }),
});

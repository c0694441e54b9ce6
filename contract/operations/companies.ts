// All companies, for the operator.
import { z } from 'zod';
import { eMail, id, instant, maybe, money, note, phone, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

const count = z.number().int().min(0).max(100_000);

const company = z.object({
  id,
  name: z.string(),
  address: z.string(),
  country: z.string(),
  eMail: z.string().meta({ wire: 'eMail' }),
  isEMailVerified: z.boolean(),
  phoneNumber: z.string(),
  activeUsers: z.number().int(),
  maxUsers: z.number().int(),
  activeLocations: z.number().int(),
  maxLocations: z.number().int(),
  monthlyCost: money,
  smsCost: z.number(),
  discountPercentage: z.number(),
  discountMonths: z.number().int(),
  additionalBalance: money.meta({ wire: 'AditionalBalance' }),
  geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  geolocation: geoLocation.nullable().meta({ wire: 'GeoLocation' }),
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});

export const systemCompanies = resource('system', 'companies', {
  about: 'All companies, with their limits, prices and discounts.',
  rowsKey: 'companies',
  may: 'sys',
  page: '/app/system/company-management',
  tables: ['companies', 'geolocations'],
  row: company,
  title: 'name',
  sort: ['name', 'country', 'createdAt', 'monthlyCost', 'maxUsers', 'maxLocations'],
  input: z.strictObject({
    name: text(100),
    address: note(200),
    country: note(100),
    eMail: maybe(eMail).meta({ wire: 'eMail' }),
    phoneNumber: maybe(phone),
    maxUsers: count,
    maxLocations: count,
    monthlyCost: money.min(0).max(100_000),
    smsCost: z.number().min(0).max(100),
    discountPercentage: z.number().min(0).max(100),
    discountMonths: z.number().int().min(0).max(120),
    geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  }),
  can: ['update'],
  more: {
    updateGeoLocation: post({
      summary:
        "Sets the position of a company to one of its geo locations, or to a copy of one of the current company's.",
      may: 'sys',
      page: '/app/system/company-management',
      input: z.strictObject({ companyId: id, geolocationId: id.meta({ wire: 'GeoLocationId' }) }),
      output: company,
    }),
  },
});

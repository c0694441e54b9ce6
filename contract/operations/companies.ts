// All companies, for the operator.
import { z } from 'zod';
import { termsHistory, termsShape } from '#contract/balance/terms.ts';
import { date, eMail, id, instant, maybe, money, note, phone, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

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
  extraUserCost: money.nullable(),
  extraLocationCost: money.nullable(),
  additionalBalance: money.meta({ wire: 'AditionalBalance' }),
  /** SMS that the company may send in 24 hours. */
  smsPerDay: z.number().int(),
  /** Mails of campaigns that the company may send in 24 hours, and those that count now. */
  campaignMailsPerDay: z.number().int(),
  campaignMailsOfDay: z.number().int(),
  /** Links of its campaigns lead to other sites at once. Otherwise, a page says first where they lead. */
  linksLeadDirectly: z.boolean(),
  geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  geolocation: geoLocation.nullable().meta({ wire: 'GeoLocation' }),
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});

export const systemCompanies = resource('system', 'companies', {
  about:
    'All companies, with their present limits, prices and discounts. An update changes these from today on; `ChangeTerms` from any later day.',
  rowsKey: 'companies',
  may: 'sys',
  page: '/app/system/company-management',
  tables: ['companies', 'company_terms', 'geolocations'],
  row: company,
  title: 'name',
  sort: ['name', 'country', 'createdAt', 'monthlyCost', 'maxUsers', 'maxLocations'],
  input: z.strictObject({
    name: text(100),
    address: note(200),
    country: note(100),
    eMail: maybe(eMail).meta({ wire: 'eMail' }),
    phoneNumber: maybe(phone),
    ...termsShape,
    smsPerDay: z.number().int().min(0).max(1_000_000).default(500),
    campaignMailsPerDay: z.number().int().min(0).max(1_000_000).default(20_000),
    linksLeadDirectly: z.boolean().default(false),
    geolocationId: id.nullable().meta({ wire: 'GeoLocation_Id' }),
  }),
  can: ['update'],
  more: {
    getTerms: get({
      summary: 'Returns the terms of a company with their history, the latest first.',
      may: 'sys',
      page: '/app/system/company-management',
      input: z.strictObject({ companyId: id }),
      output: termsHistory,
    }),
    changeTerms: post({
      summary:
        'Changes the terms of a company from a day on, today or later, and returns them all. They replace those that begin on that day or later. 409 when the given version is no longer the current one.',
      may: 'sys',
      page: '/app/system/company-management',
      input: z.strictObject({ companyId: id, from: date, version: z.string().max(40).optional(), ...termsShape }),
      output: termsHistory,
    }),
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

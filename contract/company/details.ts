// The caller's own company: its details, limits and balance.
import { z } from 'zod';
import { feedDetails } from '#contract/lib/feed-detail.ts';
import { businessName, eMail, id, instant, maybe, money, note, phone, token, webOrigin } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { quietHours, reminderLeads } from '#contract/messaging/reminder-leads.ts';
import { geoLocation } from '#contract/places.ts';

export const companyDetails = z.object({
  id,
  name: z.string(),
  address: z.string(),
  country: z.string(),
  eMail: z.string().meta({ wire: 'eMail' }),
  /** Whether the address was proved; only then do mails name it and use the company's own texts. */
  isEMailVerified: z.boolean(),
  eMailVerifiedAt: instant.nullable(),
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
  /** Mails of campaigns that the company may send in 24 hours, and those that count now. */
  campaignMailsPerDay: z.number().int(),
  campaignMailsOfDay: z.number().int(),
  /** The company confirms requests of visitors itself; else visitors confirm them by the link in the mail. */
  confirmsRequests: z.boolean(),
  /** The hours after which a request expires whose link was not used. */
  requestHours: z.number().int(),
  /** How many hours before an appointment its reminders leave, unless its service says otherwise. */
  reminderLeads: z.array(z.number().int()),
  /** The hours of the day between which no reminder leaves; it leaves before them. */
  quietFrom: z.number().int(),
  quietUntil: z.number().int(),
  /** Whether customers are reminded by SMS, which the balance pays. */
  smsReminders: z.boolean(),
  /** ISO codes of the countries whose numbers receive SMS; none: the country of the place alone. */
  smsCountries: z.array(z.string()),
  /** Origins of websites that may show the booking form of the company in a frame. */
  embedOrigins: z.array(z.string()),
  /** Whether staff record the payments of visits; else no one is asked for one. */
  recordsPayments: z.boolean(),
  /** How much of an appointment employees may write into their other calendars, outside Daybook. */
  outsideDetail: z.enum(feedDetails),
  /** The price of one part of an SMS. */
  smsCost: z.number(),
  /** The version of the fields that the company itself can change. */
  version: z.string(),
});
export type CompanyDetails = z.output<typeof companyDetails>;

/** The fields that the company itself can change. */
export const companyFields = z.strictObject({
  name: businessName,
  address: note(200),
  country: note(100),
  eMail: maybe(eMail).meta({ wire: 'eMail' }),
  phoneNumber: maybe(phone),
});

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
        'Updates the name and contact details of the company; omitted fields stay unchanged. 409 when the given version is no longer the current one. Limits and balance cannot be changed here.',
      may: 'admin',
      page,
      input: updateInput(companyDetails, companyFields.shape, { version: z.string().max(40).optional() }),
      output: companyDetails,
    }),
    sendVerification: post({
      summary: 'Mails a link to the address of the company, which verifies it. 429 after five in a quarter of an hour.',
      may: 'admin',
      ownTransactions: true,
      page,
      input: z.strictObject({}),
      output: null,
    }),
    getVerification: get({
      summary: 'Returns the company and the address that a mailed link verifies; opening it changes nothing.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token }),
      /** `isVerified`: whether the address has been verified already. */
      output: z.object({ companyName: z.string(), eMail: z.string(), isVerified: z.boolean() }),
    }),
    verify: post({
      summary:
        'Verifies the address of a company with the mailed link; a used link changes nothing. 404 for an expired link, and after the company changed its address.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token }),
      output: null,
    }),
    setLogo: post({
      summary:
        'Sets or removes the logo: a picture that the caller has uploaded, or the present one. 417 for any other.',
      may: 'admin',
      page,
      input: z.strictObject({ id: id.nullable().default(null) }),
      output: companyDetails,
    }),
    setRequestRules: post({
      summary: 'Sets who confirms the requests of visitors, and after how many hours an unused request expires.',
      may: 'admin',
      page,
      input: z.strictObject({ confirmsRequests: z.boolean(), requestHours: z.number().int().min(1).max(168) }),
      output: companyDetails,
    }),
    setReminderRules: post({
      summary: 'Sets how long before appointments customers are reminded, and the hours of the day without reminders.',
      may: 'admin',
      page,
      input: z.strictObject({ reminderLeads, ...quietHours }),
      output: companyDetails,
    }),
    setSmsRules: post({
      summary:
        'Turns reminders by SMS on or off, and sets the countries whose numbers receive SMS; none: the country of the place alone.',
      may: 'admin',
      page,
      input: z.strictObject({
        smsReminders: z.boolean(),
        smsCountries: z.array(z.string().regex(/^[A-Z]{2}$/, { error: 'field.invalid' })).max(60),
      }),
      output: companyDetails,
    }),
    setPaymentRules: post({
      summary: 'Sets whether staff record the payments of visits. Receipts that exist stay, and can be refunded.',
      may: 'admin',
      page,
      input: z.strictObject({ recordsPayments: z.boolean() }),
      output: companyDetails,
    }),
    setOutsideRules: post({
      summary: 'Sets how much of an appointment employees may write into their other calendars, outside Daybook.',
      may: 'admin',
      page,
      input: z.strictObject({ outsideDetail: z.enum(feedDetails) }),
      output: companyDetails,
    }),
    setEmbedOrigins: post({
      summary:
        'Sets the websites that may show the booking form of the company in a frame, by their origins: https, without a path, no wildcard.',
      may: 'admin',
      page,
      input: z.strictObject({ embedOrigins: z.array(webOrigin).max(20) }),
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

// The services of a company, their categories, and who does them.
import { z } from 'zod';
import { id, money, multiLine, newId, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { laterVatRates, vatPercent } from '#contract/lib/vat-rates.ts';
import { reminderLeads } from '#contract/messaging/reminder-leads.ts';

/** The colours of services in calendars; `none` takes that of the event. */
export const serviceColours = [
  'none',
  'blue',
  'teal',
  'green',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
  'brown',
  'grey',
] as const;

/** The maximum number of services of one appointment. */
export const maxServicesInARow = 5;

const minutes = z.number().int().min(5).max(1440);
const price = z.number().min(0).max(1e6).multipleOf(0.01);
const buffer = z.number().int().min(0).max(1440);
const notice = z.number().int().min(0).max(525600);
const horizon = z.number().int().min(1).max(730);

/** The types of the fields that every form of a service has. */
export const serviceRules = { minutes, price, buffer, notice, horizon };

/** A person who does a service; at one location, or at each of theirs (null). */
const servicePerson = z.strictObject({
  calendarId: id,
  locationId: id.nullable().default(null),
  /** Null: those of the service. */
  minutes: minutes.nullable().default(null),
  price: price.nullable().default(null),
});
export type ServicePerson = z.output<typeof servicePerson>;

/** A variant takes the place of another one; extras come on top. */
export const optionKinds = ['variant', 'extra'] as const;
export type OptionKind = (typeof optionKinds)[number];

/** The maximum number of variants and extras of a service, those that are switched off included. */
export const maxOptions = 30;
/** The maximum number of an extra in one appointment, and of options in one booking of a service. */
export const maxOptionCount = 20;

/** A variant or an extra of a service: what it adds to the minutes and the price of each person. */
const serviceOption = z.strictObject({
  id: id.default(newId).describe('The all-zero id, or that of no option of the service, adds one.'),
  kind: z.enum(optionKinds),
  name: text(100),
  minutes: z.number().int().min(0).max(1440).default(0),
  price: price.default(0),
  /** Per cent; null: that of the service. */
  vatRate: vatPercent.nullable().default(null),
  /** How often one appointment can have an extra. */
  maxCount: z.number().int().min(1).max(maxOptionCount).default(1),
  isActive: z.boolean().default(true),
});
export type ServiceOption = z.output<typeof serviceOption>;

const written = {
  name: text(100),
  categoryId: id.nullable().default(null),
  description: note(1000).meta(multiLine).default(''),
  minutes,
  price: price.meta({ kind: 'money' }).default(0),
  /** Per cent; null while it is not known. Counts until the first of `vatRates`. */
  vatRate: vatPercent.nullable().default(null),
  vatRates: laterVatRates.default([]),
  colour: z.enum(serviceColours).default('none'),
  pictureId: id.nullable().default(null),
  bufferBefore: buffer.default(0),
  bufferAfter: buffer.default(0),
  /** Minutes after the start from which the person is free for others, and for how many. */
  pauseStart: z.number().int().min(1).max(1439).nullable().default(null),
  pauseMinutes: z.number().int().min(1).max(1439).nullable().default(null),
  /** Null: the value of the person's calendar applies. */
  noticeMinutes: notice.nullable().default(null),
  horizonDays: horizon.nullable().default(null),
  /** Hours before the start until which a customer may cancel; null: at any time. */
  cancelHours: z.number().int().min(0).max(8760).nullable().default(null),
  isActive: z.boolean().default(true),
  /** Hours before the start at which customers are reminded; null: those of the company. */
  reminderLeads: reminderLeads.nullable().default(null),
  people: z.array(servicePerson).max(500).default([]),
  /** In the order in which customers see them. Bookings of a service with active variants name exactly one. */
  options: z.array(serviceOption).max(maxOptions).default([]),
};

const page = '/app/company/services';

const row = z.object({
  id,
  /** The place in the company's order. */
  position: z.number().int(),
  name: z.string(),
  category: z.string(),
  categoryId: id.nullable(),
  description: z.string().meta(multiLine),
  minutes: z.number().int(),
  price: money,
  vatRate: z.number().nullable(),
  vatRates: laterVatRates,
  colour: z.enum(serviceColours),
  pictureId: id.nullable(),
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  pauseStart: z.number().int().nullable(),
  pauseMinutes: z.number().int().nullable(),
  noticeMinutes: z.number().int().nullable(),
  horizonDays: z.number().int().nullable(),
  cancelHours: z.number().int().nullable(),
  reminderLeads: z.array(z.number().int()).nullable(),
  isActive: z.boolean(),
  /** The names of the people who do it. */
  doneBy: z.array(z.string()),
  people: z.array(servicePerson),
  options: z.array(serviceOption),
  /** Coming appointments that hold the service. */
  comingAppointments: z.number().int(),
  version: z.string(),
});

export const companyServices = resource('company', 'services', {
  about: 'The services of a company, and who does them.',
  rowsKey: 'services',
  may: 'admin',
  page,
  tables: ['services', 'service_people', 'service_vat_rates', 'service_options', 'service_categories'],
  row,
  title: 'name',
  // By category: the categories in their order, then the services in theirs, as customers see them.
  sort: ['category', 'name', 'minutes', 'price', 'position', 'isActive'],
  input: z.strictObject(written),
  blank: () => ({
    name: '',
    categoryId: null,
    description: '',
    minutes: 30,
    price: 0,
    vatRate: null,
    vatRates: [],
    colour: 'none',
    pictureId: null,
    bufferBefore: 0,
    bufferAfter: 0,
    pauseStart: null,
    pauseMinutes: null,
    noticeMinutes: null,
    horizonDays: null,
    cancelHours: null,
    reminderLeads: null,
    isActive: true,
    people: [],
    options: [],
  }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    getChoices: get({
      summary: 'Returns the categories, and the people who can do services with their locations.',
      may: 'admin',
      page,
      input: z.strictObject({}),
      output: z.object({
        categories: z.array(z.object({ id, name: z.string() })),
        people: z.array(
          z.object({
            calendarId: id,
            name: z.string(),
            locations: z.array(z.object({ id, name: z.string() })),
          }),
        ),
      }),
    }),
    order: post({
      summary: 'Sorts the services of the company; omitted ones follow in their present order.',
      may: 'admin',
      input: z.strictObject({ ids: z.array(id).max(1000) }),
      output: null,
    }),
  },
});

export const companyServiceCategories = resource('company', 'servicecategories', {
  about: 'The categories of the services of a company.',
  rowsKey: 'categories',
  may: 'admin',
  page: '/app/company/services/categories',
  tables: ['service_categories'],
  /** A new one is the last; `order` sorts them. */
  row: z.object({ id, name: z.string(), position: z.number().int(), version: z.string() }),
  title: 'name',
  sort: ['position', 'name'],
  input: z.strictObject({ name: text(60) }),
  blank: () => ({ name: '' }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    order: post({
      summary: 'Sorts the categories of the company; omitted ones follow in their present order.',
      may: 'admin',
      input: z.strictObject({ ids: z.array(id).max(1000) }),
      output: null,
    }),
  },
});

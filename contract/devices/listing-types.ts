// The types of paper, and the printer of each at a location.
import { z } from 'zod';
import { id, maybe, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { paperDots } from './devices.ts';

/** The types that the product prints, with their descriptions as they are delivered. */
export const deliveredTypes = {
  appointment: 'Appointment slip',
  dayList: 'Day list',
  note: 'Note',
  paymentNote: 'Payment note',
  invoiceNotice: 'Invoice notice',
  testPage: 'Test page',
  receipt: 'Receipt',
  zReport: 'Till report',
} as const;
export type DeliveredType = keyof typeof deliveredTypes;

/** The types that a location can print by itself: slips at the confirmation, the list of the day at its opening. */
export const automaticTypes = ['appointment', 'dayList'] as const satisfies readonly DeliveredType[];
export type AutomaticType = (typeof automaticTypes)[number];

/**
 * Why paper is not printed by itself where that is switched on: the chosen printer is a browser, paused or without a
 * confirmed test page; or none is chosen, and none or several are ready.
 */
export const automaticProblems = ['browser', 'paused', 'unconfirmed', 'none', 'several'] as const;

export const systemListingTypes = resource('system', 'listingtypes', {
  about:
    'The types of paper and their templates. A type of the product without a file has the template delivered with it.',
  rowsKey: 'types',
  may: 'sys',
  page: '/app/system/listing/types',
  row: z.object({
    id,
    key: z.string(),
    description: z.string(),
    fileId: id.nullable().meta({ wire: 'FileUploads_Id' }),
    fileName: z.string(),
    isSystem: z.boolean(),
    version: z.string(),
  }),
  title: 'key',
  sort: ['key', 'description'],
  input: z.strictObject({
    /** That of a type of the product cannot be changed. */
    key: text(40).regex(/^[a-z][a-zA-Z0-9]*$|^$/, { error: 'list.listingtypes.keyForm' }),
    description: note(200).default(''),
    fileId: id.nullable().meta({ wire: 'FileUploads_Id' }).default(null),
  }),
  blank: () => ({ key: '', description: '', fileId: null }),
  can: ['insert', 'update', 'delete', 'restore'],
  tables: ['listing_types'],
  more: {
    preview: get({
      summary:
        'Returns a paper of a type with sample values, as a picture with the dots of the printer: with the template of the file, else with that of the product.',
      may: 'sys',
      page: '/app/system/listing/types',
      answers: 'file',
      input: z.strictObject({
        key: z.string().max(40).default(''),
        fileId: maybe(id).meta({ wire: 'FileUploads_Id' }),
        dots: paperDots.default(576),
      }),
      output: null,
    }),
    template: get({
      summary:
        'Returns the text of the template in a file, else of the one delivered with the type, and in words why no paper can be made of it.',
      may: 'sys',
      page: '/app/system/listing/types',
      input: z.strictObject({
        key: z.string().max(40).default(''),
        fileId: maybe(id).meta({ wire: 'FileUploads_Id' }),
      }),
      output: z.object({ text: z.string(), problems: z.array(z.string()) }),
    }),
  },
});

const page = '/app/company/listing/type-printers';

const typePrinter = z.object({
  typeId: id.meta({ wire: 'ListingTypes_Id' }),
  /** The all-zero id when none is chosen. */
  printerId: id.meta({ wire: 'ListingPrinters_Id' }),
  typeKey: z.string().meta({ wire: 'ListingTypeKey' }),
  typeDescription: z.string().meta({ wire: 'ListingTypeDescription' }),
});
export type TypePrinter = z.output<typeof typePrinter>;

const automaticType = z.object({
  typeId: id.meta({ wire: 'ListingTypes_Id' }),
  typeKey: z.enum(automaticTypes).meta({ wire: 'ListingTypeKey' }),
  isOn: z.boolean(),
  /** Empty when it is off, or prints. */
  problem: z.enum([...automaticProblems, '']),
});
export type AutomaticPaper = z.output<typeof automaticType>;

export const companyTypePrinters = service(
  'company/typeprinters',
  { about: 'The printer of each type of paper, at the current location of the caller.' },
  {
    getAll: get({
      summary: 'Returns each type of paper with its printer at the current location of the caller.',
      may: 'lcladmin',
      page,
      input: z.strictObject({}),
      output: z.array(typePrinter),
    }),
    set: post({
      summary:
        'Prints paper of a type on a printer, at the location of that printer. The all-zero printer clears the choice at the current location of the caller.',
      may: 'lcladmin',
      page,
      input: z.strictObject({ typeId: id, printerId: id }),
      output: null,
    }),
    getAutomatic: get({
      summary:
        'Returns the types of paper that can be printed by themselves at the current location of the caller, and why one that is switched on is not.',
      may: 'lcladmin',
      page,
      input: z.strictObject({}),
      output: z.array(automaticType),
    }),
    setAutomatic: post({
      summary:
        'Lets the current location of the caller print a type by itself, or no longer: slips when an appointment is confirmed, the list of the day when the location opens. Only a printer with a confirmed test page does, never the print dialog of a browser.',
      may: 'lcladmin',
      page,
      input: z.strictObject({ typeKey: z.enum(automaticTypes), isOn: z.boolean() }),
      output: null,
    }),
  },
);

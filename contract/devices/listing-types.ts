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
} as const;
export type DeliveredType = keyof typeof deliveredTypes;

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
  },
);

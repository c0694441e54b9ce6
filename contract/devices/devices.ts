// Printers and cash registers of companies.
import { z } from 'zod';
import { id, instant, newId, text } from '#contract/lib/fields.ts';
import { type ResourceDeclaration, resource } from '#contract/lib/resource.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';

export const deviceKinds = ['printer', 'register'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** How paper reaches a printer: an agent beside it, its own firmware, or the print dialog of a browser. */
export const printerConnections = ['agent', 'star', 'epson', 'browser'] as const;
export type PrinterConnection = (typeof printerConnections)[number];
/** Dots of a row at 203 dots per inch: paper of 58 and 80 mm. */
const paperWidths: readonly number[] = [384, 576];
export const paperDots = z
  .number()
  .int()
  .refine((dots) => paperWidths.includes(dots), { error: 'field.invalid' });

/** Seconds between two polls. */
const seconds = z.number().int().min(1).max(3600);

/** The intervals at which a device polls; the specification spells their names so. Requests may spell them right. */
const intervals = {
  minPollSeconds: seconds.default(5).meta({ wire: 'MinPoolSecconds', spellings: 'MinPoolSeconds MinPollSeconds' }),
  maxPollSeconds: seconds.default(10).meta({ wire: 'MaxPoolSecconds', spellings: 'MaxPoolSeconds MaxPollSeconds' }),
  pollStepSeconds: seconds.default(5).meta({ wire: 'PoolStepSecconds', spellings: 'PoolStepSeconds PollStepSeconds' }),
};

const row = z.object({
  id,
  name: z.string(),
  /** Of the application or the firmware, as it said at its last poll. */
  reportedVersion: z.string().meta({ wire: 'Version' }),
  versionAt: instant.nullable().meta({ wire: 'LastVersionUpdate' }),
  seenAt: instant.nullable().meta({ wire: 'LastAuthentication' }),
  minPollSeconds: z.number().int().meta({ wire: 'MinPoolSecconds' }),
  maxPollSeconds: z.number().int().meta({ wire: 'MaxPoolSecconds' }),
  pollStepSeconds: z.number().int().meta({ wire: 'PoolStepSecconds' }),
  companyName: z.string(),
  locationName: z.string(),
  locationId: id.meta({ wire: 'Locations_Id' }),
  dots: z.number().int(),
  /** The caller has chosen it. */
  isDefault: z.boolean(),
  /** A person has confirmed its test page. */
  isConfirmed: z.boolean(),
  isPaused: z.boolean(),
  version: z.string().meta({ wire: 'RowVersion' }),
});

const input = {
  name: text(100),
  /** Null: the current location of the caller for a new device, that of the device for others. */
  locationId: id.nullable().meta({ wire: 'Locations_Id' }).default(null),
  ...intervals,
  dots: paperDots.default(576),
  isPaused: z.boolean().default(false),
};

const printerRow = row.extend({ connection: z.enum(printerConnections) });
const printerInput = { ...input, connection: z.enum(printerConnections).default('agent') };

const blank = () => ({
  name: '',
  locationId: null,
  minPollSeconds: 5,
  maxPollSeconds: 10,
  pollStepSeconds: 5,
  dots: 576,
  isPaused: false,
});

const common = {
  title: 'name',
  sort: ['name', 'companyName', 'locationName', 'reportedVersion', 'seenAt'],
  search: { company: 'companyName', location: 'locationName' },
  can: ['insert', 'update', 'delete', 'restore'],
  tables: ['devices'],
} as const satisfies Partial<ResourceDeclaration>;

const printers = {
  ...common,
  rowsKey: 'printers',
  row: printerRow,
  input: z.strictObject(printerInput),
  blank: () => ({ ...blank(), connection: 'agent' }),
} as const;

const registers = { ...common, rowsKey: 'registers', row, input: z.strictObject(input), blank } as const;

/** The calls that connect a device, or connect it again. */
function connecting(may: 'lcladmin' | 'sys', page: string) {
  const common = {
    may,
    page,
    // The application is read from the store, which may be a bucket.
    ownTransactions: true,
    input: z.strictObject({ id }),
    output: z.object({ id }),
  } as const;
  return {
    download: post({
      ...common,
      summary:
        'Returns an Id for `DownloadFile`, for ten minutes: a package of the application of the device, with a code that connects it once, within 24 hours. 409 for a printer that needs no application.',
    }),
    reset: post({
      ...common,
      summary: 'Ends the key of the device at once, and every code that was not used; then as `Download`.',
    }),
  };
}

/** Reasons why printers cannot ask the public address; empty for none. */
export const addressProblems = ['notHttps', 'certificate', 'tls', 'redirects', 'unreachable'] as const;
export type AddressProblem = (typeof addressProblems)[number] | '';

/** The calls that give a printer with firmware of its own the address that it asks, and check that address. */
function addressed(may: 'lcladmin' | 'sys', page: string) {
  return {
    connect: post({
      may,
      page,
      summary:
        'Returns the address that a Star or Epson printer asks for paper; no call returns it again. An address that it had before ends at once. 409 for a printer that connects in another way.',
      input: z.strictObject({ id }),
      output: z.object({ address: z.string() }),
    }),
    checkAddress: get({
      may,
      page,
      summary: 'Returns what keeps printers from asking the public address: they need HTTPS, TLS 1.2 and no redirect.',
      // Asks another server.
      ownTransactions: true,
      input: z.strictObject({}),
      output: z.object({ problem: z.enum([...addressProblems, '']) }),
    }),
  };
}

const pages = {
  companyPrinters: '/app/company/listing/printers',
  systemPrinters: '/app/system/listing/printers',
  companyCashRegisters: '/app/company/cash-registers',
  systemCashRegisters: '/app/system/cash-register/registers',
} as const;

export const companyPrinters = resource('company', 'printers', {
  ...printers,
  about: 'The printers of the company. Local administrators see those of their locations.',
  may: 'lcladmin',
  page: pages.companyPrinters,
  more: {
    ...connecting('lcladmin', pages.companyPrinters),
    ...addressed('lcladmin', pages.companyPrinters),
    getAllWithEmptyEntry: get({
      summary: 'Returns an entry with the all-zero id, which stands for no printer, and the printers.',
      may: 'lcladmin',
      page: pages.companyPrinters,
      helps: ['/app/company/listing/type-printers'],
      readsList: true,
      input: z.strictObject({}),
      output: z.array(printerRow),
    }),
  },
});

export const systemPrinters = resource('system', 'printers', {
  ...printers,
  about: 'The printers of all companies.',
  may: 'sys',
  page: pages.systemPrinters,
  more: { ...connecting('sys', pages.systemPrinters), ...addressed('sys', pages.systemPrinters) },
});

export const companyCashRegisters = resource('company', 'cashregisters', {
  ...registers,
  about: 'The cash registers of the company. Local administrators see those of their locations.',
  may: 'lcladmin',
  page: pages.companyCashRegisters,
  more: connecting('lcladmin', pages.companyCashRegisters),
});

export const systemCashRegisters = resource('system', 'cashregisters', {
  ...registers,
  about: 'The cash registers of all companies.',
  may: 'sys',
  page: pages.systemCashRegisters,
  more: connecting('sys', pages.systemCashRegisters),
});

/** The devices among which a person chooses their default: an administrator of all, others of their locations. */
function ownDevices<R extends z.ZodObject>(name: string, words: string, ownRow: R) {
  return service(
    name,
    { about: `The ${words}s that the caller can choose, and their default.` },
    {
      getAll: get({
        summary: `Returns the ${words}s at the locations of the caller; for administrators, those of the company.`,
        may: 'user',
        readsList: true,
        input: z.strictObject({}),
        output: z.array(ownRow),
      }),
      setDefault: postOrGet({
        summary: `Makes a ${words} the default of the caller, in place of the former one. The all-zero id clears it.`,
        may: 'user',
        input: z.strictObject({ id: id.default(newId) }),
        output: null,
      }),
    },
  );
}

export const printerChoice = ownDevices('printers', 'printer', printerRow);
export const cashRegisterChoice = ownDevices('cashregisters', 'cash register', row);
